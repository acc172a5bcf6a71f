"""The Celery application: seating, leaderboards and sweeps (the schedule is CELERY_BEAT_SCHEDULE in settings)."""

import os
import warnings

from celery import Celery
from celery.platforms import SecurityWarning

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yuhuan_site.settings")

# Messages are JSON only (CELERY_ACCEPT_CONTENT): running as root is the operator's choice, not a hole.
warnings.filterwarnings("ignore", category=SecurityWarning)

app = Celery("yuhuan_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
