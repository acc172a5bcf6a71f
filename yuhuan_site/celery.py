"""The Celery application: seating, leaderboards and sweeps (the schedule is CELERY_BEAT_SCHEDULE in settings)."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yuhuan_site.settings")

app = Celery("yuhuan_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
