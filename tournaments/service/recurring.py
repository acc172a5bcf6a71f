"""Events that come again: the next one is made and opened when its time has come."""

import logging
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from tournaments.models import Event, EventTemplate
from tournaments.models.parameters import Parameters
from tournaments.service import audit
from tournaments.service.lifecycle import open_event, save_draft

logger = logging.getLogger(__name__)


def sweep_templates() -> None:
    """Make and open what is due. Early, late or double: one event a day of a template, also when it was cancelled."""
    now = timezone.now()
    for template in EventTemplate.objects.filter(active=True).order_by("pk"):
        try:
            make_next(template, now)
        except Exception:
            logger.exception("%s: the next event could not be made; the others are", template.slug)


@transaction.atomic
def make_next(template: EventTemplate, now: datetime) -> Event | None:
    """The template's next event, open for entry; None when it is not time yet, or it was made before.

    Locks: the template.
    """
    start = template.next_start(now)
    if start - now > template.opens_before:
        return None
    EventTemplate.objects.select_for_update(no_key=True).get(pk=template.pk)
    day = timezone.localtime(start).date()
    if Event.objects.filter(template=template, template_day=day).exists():
        return None
    event = Event(
        name=template.name_on(day),
        slug=template.slug_on(day),
        starts_at=start,
        template=template,
        template_day=day,
        **parameters_of(template),
    )
    save_draft(event)
    audit.note(event, None, "create", target=template.slug)
    return open_event(event.slug)


def parameters_of(source: Parameters) -> dict[str, object]:
    """What an event shares with what it is made from, by field."""
    return {field.name: getattr(source, field.name) for field in Parameters._meta.get_fields()}
