"""The seeds of draws: each is promised by its commitment before it is known who waits, and published after."""

import base64
import hashlib
import hmac
import logging
from collections.abc import Sequence

from django.conf import settings
from django.utils import timezone

from tournaments import certificate
from tournaments.certificate import SCHEME, commitment
from tournaments.models import Draw, Event
from tournaments.seating import Four, Wishes

logger = logging.getLogger(__name__)


def promise(event: Event) -> Draw:
    """The commitment of the event's next draw, made if there is none. Call under the event's lock or before it runs."""
    lot = Draw.objects.filter(event=event, drawn_at=None).first()
    if lot is not None:
        return lot
    number = (Draw.objects.filter(event=event).values_list("number", flat=True).first() or 0) + 1
    return Draw.objects.create(
        event=event,
        number=number,
        commitment=commitment(event.slug, number, _seed(event, number, settings.SEED_KEYS[0])),
    )


def seed_for(event: Event) -> bytes | None:
    """The seed of the promised draw. None when there is none yet, or when it was promised under no SEED_KEY of now:
    then a new promise is made, and the draw has to wait for the next time."""
    lot = Draw.objects.filter(event=event, drawn_at=None).first()
    if lot is None:
        promise(event)
        return None
    for key in settings.SEED_KEYS:  # a promise from before a change of key is kept
        seed = _seed(event, lot.number, key)
        if lot.commitment == commitment(event.slug, lot.number, seed):
            return seed
    logger.warning("draw %s of %s was promised under another SEED_KEY; it is given up", lot.number, event.slug)
    Draw.objects.filter(pk=lot.pk).update(drawn_at=timezone.now())
    promise(event)
    return None


def keep(event: Event, seed: bytes, wishes: Wishes, fours: Sequence[Four], left: Sequence[str]) -> None:
    """Publish a draw that has drawn tables, and promise the next one."""
    lot = promise(event)
    lot.certificate = certificate.certificate(event.slug, lot.number, seed, wishes, fours, left)
    lot.drawn_at = timezone.now()
    lot.save(update_fields=["certificate", "drawn_at"])
    promise(event)


def _seed(event: Event, number: int, key: str) -> bytes:
    """From a key that is not in the database, so that nothing in it tells a draw beforehand."""
    return hmac.new(
        base64.urlsafe_b64decode(key), f"{SCHEME}|{event.pk}|{event.slug}|{number}".encode("ascii"), hashlib.sha256
    ).digest()
