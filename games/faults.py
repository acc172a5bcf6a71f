"""Named points at which a test kills or halts this process, as a power cut or a frozen machine would.

FAULTPOINTS names them: `after append@20` ends the process at the twentieth passing of that point, `before ack@3=stop`
halts it there until it is told to go on. Several are separated by commas. Without the setting every point is a no-op;
the settings refuse it where the site is public.
"""

import os
import signal
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.conf import settings

KILLED: Final = 137
"""The exit code of a process that died at a point, as after `kill -9`."""
POINTS: Final = (
    "received", "before append", "after append", "settlement", "before commit", "after commit", "before publish",
    "before ack", "ticker picked", "ticker before commit", "seating after table", "seating after two seats",
    "seating before commit",
)  # fmt: skip


@dataclass(slots=True)
class Fault:
    """What is left to pass before it happens, and whether the process halts instead of dying."""

    passings: int
    halts: bool = False


def armed(text: str) -> dict[str, Fault]:
    """FAULTPOINTS read. Raises ValueError for a point that does not exist."""
    faults = {}
    for word in filter(None, text.split(",")):
        place, _, deed = word.partition("=")
        name, _, number = place.partition("@")
        if name not in POINTS or deed not in ("", "stop"):
            raise ValueError(f"FAULTPOINTS: {word!r} is none of {', '.join(POINTS)}")
        faults[name] = Fault(int(number or 1), deed == "stop")
    return faults


_armed: Mapping[str, Fault] = armed(settings.FAULTPOINTS)


def faultpoint(name: str) -> None:
    """Die or halt here if a test has asked for it."""
    if not _armed or (fault := _armed.get(name)) is None:
        return
    fault.passings -= 1
    if fault.passings == 0:
        if fault.halts:
            os.kill(os.getpid(), signal.SIGSTOP)
        else:
            os._exit(KILLED)
