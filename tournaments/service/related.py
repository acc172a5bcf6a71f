"""Signs that two entrants are one, or sit together: the network they came from, and the kind of device.

Kept are keyed hashes, made with the site's key and the event's address, so that they say nothing about another event and nothing without
the key: of the network (IPv4 /24, IPv6 /48), and of the network with the family of system and browser. They are gone after
thirty days. In a hall everybody shares one network: there (`Event.venue`) they count for nothing and are not noted.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from datetime import timedelta
from ipaddress import ip_address, ip_network
from itertools import combinations
from typing import Final

from django.db import connection
from django.db.models.expressions import RawSQL
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.models import Player
from tournaments.models import EntryTrace, Event

KEPT: Final = timedelta(days=30)
DEVICE, NETWORK = "device", "network"
WEIGHT: Final[Mapping[str, float]] = {DEVICE: 1.0, NETWORK: 0.3, "": 0.0}
"""What a sign adds to the evidence of a pair, in tens of odds: little, for families and flats share networks too."""

_SYSTEMS: Final = ("android", "iphone", "ipad", "windows", "mac os", "linux")
_BROWSERS: Final = ("micromessenger", "edg", "firefox", "opr", "samsungbrowser", "crios", "chrome", "safari")

_NOTE: Final = """
    INSERT INTO tournaments_entrytrace (network, device, entry_id)
    SELECT %s, %s, id FROM tournaments_entry WHERE event_id = %s AND player_id = %s ON CONFLICT DO NOTHING
"""

Pair = tuple[str, str]


def note_trace(event: Event, player: Player, address: str, agent: str) -> None:
    """Note whence an entrant came, once a network and device. Nothing for a venue, friends, or an unreadable address."""
    network = network_of(address)
    if network is None or event.venue or event.friends:
        return
    with connection.cursor() as cursor:
        seen = [_digest(event, network), _digest(event, network, device_class(agent))]
        cursor.execute(_NOTE, [*seen, event.pk, player.pk])


def related_pairs(event: Event, players: Collection[str] | None = None) -> Mapping[Pair, str]:
    """Pairs of entrants (ids in order) that came from one network: `device` where the kind of device is the same too."""
    if event.venue:
        return {}
    traces = EntryTrace.objects.filter(entry__event=event, at__gt=timezone.now() - KEPT)
    if players is not None:
        traces = traces.filter(entry__player__in=among(players))
    found: dict[Pair, str] = {}
    rows = list(traces.values_list("entry__player_id", "network", "device"))
    for sign, column in ((NETWORK, 1), (DEVICE, 2)):
        groups: dict[str, set[str]] = defaultdict(set)
        for row in rows:
            groups[row[column]].add(row[0])
        for group in groups.values():
            found.update(dict.fromkeys(combinations(sorted(group), 2), sign))
    return found


def among(players: Collection[str]) -> RawSQL:
    """For `…__in`: the ids as one array, since thousands of parameters would cost more than the question."""
    return RawSQL("SELECT unnest(%s::varchar[])", [list(players)])


def forget_old_traces() -> int:
    """Remove what is older than thirty days; how many."""
    return EntryTrace.objects.filter(at__lt=timezone.now() - KEPT).delete()[0]


def network_of(address: str) -> str | None:
    """The network of an address, None for what is none or is this machine's own."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return None
    ip = getattr(ip, "ipv4_mapped", None) or ip
    if ip.is_loopback:
        return None
    return str(ip_network(f"{ip}/{24 if ip.version == 4 else 48}", strict=False))


def device_class(agent: str) -> str:
    """Family of system and of browser, without versions or models: `android micromessenger`."""
    text = agent.lower()
    system = next((name for name in _SYSTEMS if name in text), "other")
    return f"{system} {next((name for name in _BROWSERS if name in text), 'other')}"


def _digest(event: Event, *parts: str) -> str:
    text = "|".join((event.slug, *parts))
    return salted_hmac("tournaments.trace", text, algorithm="sha256").hexdigest()[:32]
