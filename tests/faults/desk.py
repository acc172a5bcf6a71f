"""`python -m tests.faults.desk SLUG SECONDS SEED`: an organiser who does everything there is to do at the desk, all the time.

One after another, each with whomever chance gives it, in a running event. Prints {"acts": {name: times},
"failed": [words…]}; an act that the event does not allow at the moment is neither. Needs the site's environment.
"""

import json
import os
import sys
import time
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yuhuan_site.settings")
django.setup()

# These need Django set up.
from accounts.models import Player  # noqa: E402
from games.models import Hand, Seat, Table  # noqa: E402
from games.refusal import Refused  # noqa: E402
from tests.tournaments.cast import organiser  # noqa: E402
from tournaments import service  # noqa: E402
from tournaments.models import Entry, Event, Sanction  # noqa: E402
from tournaments.service import announcements, awards, referee, sanctions, voiding  # noqa: E402

WHY = "试一试"


class Desk:
    """What one organiser can do; `other` is the one who has to agree."""

    def __init__(self, slug: str, seed: int) -> None:
        self.slug, self.chance = slug, Random(seed)
        self.one, self.other = (organiser(f"{name}{seed}") for name in ("掌柜", "账房"))

    @property
    def event(self) -> Event:
        return Event.objects.get(slug=self.slug)

    def acts(self) -> dict[str, Callable[[], object]]:
        return {name.removeprefix("do_"): getattr(self, name) for name in dir(self) if name.startswith("do_")}

    def _any(self, rows: Any) -> Any:
        found = list(rows[:200])
        if not found:
            raise service.NotNow("nobody there")
        return self.chance.choice(found)

    def _table(self) -> Table:
        return self._any(Table.objects.filter(event=self.slug, state=Table.State.PLAYING))

    def _entry(self) -> Entry:
        return self._any(Entry.objects.filter(event__slug=self.slug).select_related("player", "event"))

    def do_announce(self) -> None:
        announcements.announce(self.event, self.one, "大家好")

    def do_take_down(self) -> None:
        announcements.take_down(self.event, self.one, WHY)

    def do_pause_and_resume(self) -> None:
        service.pause(self.slug, by=self.one, reason=WHY)
        service.resume(self.slug, by=self.one, reason=WHY)

    def do_pause_a_table(self) -> None:
        table = self._table().pk
        referee.pause_table(table, self.one, WHY)
        referee.resume_table(table, self.one, WHY)

    def do_give_time(self) -> None:
        referee.give_time(self._table().pk, self.chance.randrange(4), 5, self.one, WHY)

    def do_play_for_somebody(self) -> None:
        table = self._table().pk
        player = self._any(Seat.objects.filter(table=table)).player
        referee.play_for(table, player, self.one, WHY)
        referee.give_back_seat(table, player, self.one, WHY)

    def do_tell_a_table(self) -> None:
        referee.tell(self._table().pk, self.one, "快一点")

    def do_void_a_hand(self) -> None:
        done = Hand.objects.filter(table__event=self.slug, state=Hand.State.DONE).exclude(result=None)
        voiding.void_hand(self._any(done.order_by("-started_at")).pk, self.one, WHY)

    def do_give_silver(self) -> None:
        award = awards.propose_award(self._entry(), self.one, 50, WHY)
        awards.approve_award(award.pk, self.other, WHY)

    def do_warn(self) -> None:
        sanctions.warn(self.event, self._entry().player, self.one, WHY)

    def do_exclude_for_a_while(self) -> None:
        player = self._entry().player
        sanctions.exclude(self.event, player, self.one, WHY)
        self._lift(sanctions.Kind.EXCLUDE, player)

    def do_disqualify_by_mistake(self) -> None:
        player = self._entry().player
        sanctions.disqualify(self.event, player, self.one, WHY)
        self._lift(sanctions.Kind.DISQUALIFY, player)

    def _lift(self, kind: Any, player: Player) -> None:
        for sanction in Sanction.objects.filter(event__slug=self.slug, player=player, kind=kind, lifted_at=None):
            sanctions.lift(sanction, self.one, WHY)

    def do_rank(self) -> None:
        service.compute_leaderboard(self.slug)

    def do_sweep_the_line(self) -> None:
        service.sweep_seating()


def main() -> None:
    slug, seconds, seed = sys.argv[1], float(sys.argv[2]), int(sys.argv[3])
    desk, end = Desk(slug, seed), time.monotonic() + seconds
    done: Counter[str] = Counter()
    failed: list[str] = []
    acts = desk.acts()
    while time.monotonic() < end:
        name = desk.chance.choice(sorted(acts))
        try:
            acts[name]()
            done[name] += 1
        except (service.NotNow, Refused):
            continue
        except Exception as error:  # noqa: BLE001 (told, and the test fails for it)
            failed.append(f"{name}: {type(error).__name__}: {str(error).strip()}")
    print(json.dumps({"acts": done, "failed": failed}))


if __name__ == "__main__":
    main()
