"""Many rows at once by COPY: what draws of thousands need, where the ORM's inserts take several times as long."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import connection
from django.db.models import Model
from psycopg import sql


def copy_rows(model: type[Model], fields: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Insert rows of values as PostgreSQL takes them (JSON as text); what `fields` leaves out is the database's default.

    Constraints and triggers hold as ever: raises IntegrityError.
    """
    columns = [model._meta.get_field(name).column for name in fields]
    into = sql.SQL("COPY {} ({}) FROM STDIN").format(
        sql.Identifier(model._meta.db_table), sql.SQL(", ").join(map(sql.Identifier, columns))
    )
    with connection.wrap_database_errors, connection.cursor() as cursor, cursor.copy(into) as copy:
        for row in rows:
            copy.write_row(row)
