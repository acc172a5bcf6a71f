"""`simulate`: bot hands as records, all through the engine; the same seed gives the same file."""

import json
import multiprocessing
import os
from argparse import ArgumentParser, ArgumentTypeError
from collections import Counter
from collections.abc import Iterator
from typing import Any, ClassVar

from django.core.management.base import BaseCommand, CommandError

from games import simulation
from games.engine.rules import MalformedRules, Rules, rules_for


class Command(BaseCommand):
    help = "Play hands between bots and write their records; says which share of the hands ended in a win."
    requires_system_checks: ClassVar[list[str]] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--hands", type=_positive, required=True, help="how many hands to play")
        parser.add_argument("--seed", type=int, default=0, help="whole number from which all walls follow")
        parser.add_argument("--rules", default="platform", help="preset: platform, classic or folk")
        parser.add_argument("--override", action="append", default=[], metavar="NAME=VALUE", help="repeatable")
        parser.add_argument("--out", required=True, metavar="FILE", help="JSON Lines, one record a line")
        parser.add_argument("--processes", type=_positive, default=os.cpu_count() or 1)

    def handle(self, *args: Any, **options: Any) -> None:
        rules = _rules(options["rules"], options["override"])
        tables = simulation.jobs(rules, options["seed"], options["hands"])
        try:
            with open(options["out"], "w", encoding="utf-8") as out:
                kinds = _write(tables, options["processes"], out)
        except OSError as error:
            raise CommandError(f"{options['out']}: {error.strerror}") from error
        hands, wins = sum(kinds.values()), sum(count for kind, count in kinds.items() if kind != "draw")
        detail = ", ".join(f"{kind} {count}" for kind, count in sorted(kinds.items()))
        self.stdout.write(f"{hands} hands, {wins} ended in a win ({100 * wins / hands:.2f} %): {detail}")


def _write(tables: list[simulation.TableJob], processes: int, out: Any) -> Counter[str]:
    kinds: Counter[str] = Counter()
    for record in _played(tables, processes):
        out.write(json.dumps(record, ensure_ascii=False) + "\n")
        kinds[record["result"]["by"] or "draw"] += 1
    return kinds


def _played(tables: list[simulation.TableJob], processes: int) -> Iterator[dict[str, Any]]:
    if processes == 1 or len(tables) == 1:
        for job in tables:
            yield from simulation.play_table(job)
        return
    with multiprocessing.Pool(min(processes, len(tables))) as pool:
        for records in pool.imap(simulation.play_table, tables, chunksize=4):
            yield from records


def _rules(label: str, overrides: list[str]) -> Rules:
    try:
        return rules_for(label, dict(_override(text) for text in overrides))
    except MalformedRules as error:
        raise CommandError(str(error)) from error


def _override(text: str) -> tuple[str, Any]:
    name, _equals, value = text.partition("=")
    try:
        return name, json.loads(value)
    except ValueError as error:
        raise CommandError(f"--override {text}: must be NAME=VALUE, the value as in JSON") from error


def _positive(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise ArgumentTypeError(f"must be a whole number above 0, is {text!r}")
    return int(text)
