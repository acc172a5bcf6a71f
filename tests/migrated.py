"""A database as the migrations leave it, made once a server: what tests and running sites write into are copies of it.

Forty migrations take seconds of a processor, a copy a tenth of one.
"""

import os
import subprocess
import sys
from functools import cache
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql

from yuhuan_site.environment import BASE_DIR


def address_of(database: str) -> str:
    """A database on the server of this test run."""
    return urlunsplit(urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{database}"))


@cache
def template() -> str:
    """Its name; made when it is first asked for."""
    name = f"yuhuan_migrated_{os.getpid()}"
    create(name)
    migrating = [sys.executable, "manage.py", "migrate", "-v0"]
    subprocess.run(migrating, cwd=BASE_DIR, env=os.environ | {"DATABASE_URL": address_of(name)}, check=True)
    return name


def create(name: str, *, like: str = "template1") -> None:
    """A new database, a copy of another one."""
    drop(name)
    with psycopg.connect(address_of("postgres"), autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(name), sql.Identifier(like)))


def drop(name: str) -> None:
    with psycopg.connect(address_of("postgres"), autocommit=True) as connection:
        connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))


def drop_template() -> None:
    """Leave nothing behind on a server that is not this run's alone."""
    if template.cache_info().currsize:
        drop(template())
