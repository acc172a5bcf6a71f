"""The Celery application: seating, leaderboards and sweeps (the schedule is CELERY_BEAT_SCHEDULE in settings)."""

import os
import warnings
from typing import Any

from celery import Celery
from celery.platforms import SecurityWarning
from celery.signals import after_task_publish

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yuhuan_site.settings")
# Messages are JSON only (CELERY_ACCEPT_CONTENT): running as root is the operator's choice, not a hole.
warnings.filterwarnings("ignore", category=SecurityWarning)

app = Celery("yuhuan_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@after_task_publish.connect(sender="tournaments.tasks.heartbeat")
def note_beat(**_message: Any) -> None:
    """Only beat sends this task: sending it is beat's sign of life, whether or not a worker reads it."""
    from django.db import DatabaseError, connection

    from games.ticker import beat

    try:
        beat("beat")
    except DatabaseError:
        pass  # the database says so itself; beat must go on
    finally:
        connection.close()
