"""Create an event, open it and, when its time has come, start it. Prints it as `GET /api/events` would."""

import json
from argparse import ArgumentParser, ArgumentTypeError
from datetime import timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import override

from tournaments import service
from tournaments.models import Event

WHOLE = (
    "hands_per_table", "silver_per_unit", "min_hands", "turn_ms", "reserve_ms", "claim_ms", "claim_min_ms", "thinks",
    "seed_ms", "pause_ms", "draw_every_ms", "bot_after_ms", "spectator_delay_ms",
)  # fmt: skip
CLAIM_MS_UNIFORM = 2500


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--name", required=True)
        parser.add_argument("--slug", default="")
        parser.add_argument("--rules", default="platform", help="platform, classic or folk")
        parser.add_argument("--starts-in-ms", type=int, default=0)
        parser.add_argument("--minutes", type=_minutes, default=60.0, help="decimals allowed")
        parser.add_argument("--override", action="append", default=[], metavar="NAME=VALUE", help="repeatable")
        parser.add_argument("--claim-mode", choices=Event.ClaimMode.values, default=Event.ClaimMode.NATURAL)
        parser.add_argument("--hints", choices=Event.Hints.values, default=Event.Hints.ALL)
        parser.add_argument("--bot-level", choices=Event.BotLevel.values, default=Event.BotLevel.REGULAR)
        parser.add_argument("--bots", action="store_true", help="a demonstration: bots take chairs that stay empty")
        parser.add_argument("--practice", action="store_true", help="a practice room: bots, and it never closes")
        for name in WHOLE:
            parser.add_argument(f"--{name.replace('_', '-')}", type=int)

    def handle(self, *args: Any, **options: Any) -> None:
        fields = {name: options[name] for name in WHOLE if options[name] is not None}
        if options["claim_mode"] == Event.ClaimMode.UNIFORM:
            fields.setdefault("claim_ms", CLAIM_MS_UNIFORM)
        if "claim_ms" in fields and "claim_min_ms" not in fields:
            fields["claim_min_ms"] = min(fields["claim_ms"], Event._meta.get_field("claim_min_ms").default)
        try:
            event = service.create_event(
                options["name"],
                slug=options["slug"],
                starts_at=timezone.now() + timedelta(milliseconds=options["starts_in_ms"]),
                rules=options["rules"],
                overrides=dict(_override(text) for text in options["override"]),
                length_ms=round(options["minutes"] * 60_000),
                claim_mode=options["claim_mode"],
                hints=options["hints"],
                bot_level=options["bot_level"],
                kind=_kind(options),
                **fields,
            )
        except ValidationError as error:
            with override("en"):  # commands speak English, whatever the site does
                raise CommandError("; ".join(_problems(error))) from error
        event = service.open_event(event.slug)
        if options["starts_in_ms"] <= 0:
            event = service.start_event(event.slug)
        self.stdout.write(json.dumps(service.event_json(event), ensure_ascii=False))


def _minutes(text: str) -> float:
    minutes = float(text)
    if not 0 < minutes <= 60 * 24 * 366:
        raise ArgumentTypeError("more than 0, at most a year")
    return minutes


def _kind(options: dict[str, Any]) -> Event.Kind:
    if options["practice"]:
        return Event.Kind.PRACTICE
    return Event.Kind.DEMO if options["bots"] else Event.Kind.CHAMPIONSHIP


def _override(text: str) -> tuple[str, Any]:
    """`max_tai=5`, `dealer_repeats=true`, `wild_tai=[1,0,1,3]`: the value is JSON."""
    name, _equals, value = text.partition("=")
    try:
        return name.strip(), json.loads(value)
    except ValueError as error:
        raise CommandError(f"--override {text}: write NAME=VALUE, the value as in JSON") from error


def _problems(error: ValidationError) -> list[str]:
    """One problem a field: the first says enough, and names its field itself where the rules found it."""
    first = {field: messages[0] for field, messages in error.message_dict.items()}
    return [said if said.startswith(field) else f"{field}: {said}" for field, said in first.items()]
