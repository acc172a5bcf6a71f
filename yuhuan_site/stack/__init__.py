"""The whole site on one machine, started by one command: `python -m yuhuan_site.stack` (`make run`).

PostgreSQL and Valkey come from DATABASE_URL and REDIS_URL, else from the wheels of requirements-local.txt, else
from the PATH. Then the web server, the ticker, Celery's worker and its beat. None of it is needed in production.
"""
