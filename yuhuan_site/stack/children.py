"""Child processes that never outlive us: started in their own session, told to stop when we die, stopped in order."""

import ctypes
import os
import pwd
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

_PR_SET_PDEATHSIG = 1
_LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


@dataclass(frozen=True, slots=True)
class RunAs:
    """Who a server runs as: `user` to become (root only), or a `prefix` command before its own."""

    user: pwd.struct_passwd | None = None
    prefix: tuple[str, ...] = ()


MYSELF = RunAs()


@dataclass(slots=True)
class Child:
    """A running program of ours. `stop_signal` is its polite way to end, `output` what it prints (None: elsewhere)."""

    name: str
    process: "subprocess.Popen[bytes]"
    stop_signal: signal.Signals
    is_silent: bool = False
    _unfinished: bytes = b""

    @property
    def output(self) -> IO[bytes] | None:
        return self.process.stdout

    def new_lines(self) -> list[str]:
        """Whole lines printed since the last call; sets `is_silent` at the end of the output. Call when readable."""
        if self.output is None:
            return []
        text = os.read(self.output.fileno(), 65536)
        self.is_silent = not text
        *lines, self._unfinished = (self._unfinished + text).split(b"\n")
        if self.is_silent and self._unfinished:
            lines, self._unfinished = [self._unfinished], b""
        return [line.decode(errors="replace") for line in lines]

    def close_output(self) -> None:
        if self.output is not None:
            self.output.close()

    def is_alive(self) -> bool:
        return self.process.poll() is None

    def ask_to_stop(self) -> None:
        if self.is_alive():
            self.process.send_signal(self.stop_signal)

    def stop(self, patience: float = 3.0) -> bool:
        """End it and everything it started. False when it had to be killed."""
        self.ask_to_stop()
        try:
            self.process.wait(patience)
        except subprocess.TimeoutExpired:
            self.kill()
            return False
        return True

    def kill(self) -> None:
        """End it at once, with its process group."""
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()


def spawn(
    name: str,
    command: Sequence[str | Path],
    *,
    env: Mapping[str, str],
    cwd: Path | str,
    run_as: RunAs = MYSELF,
    stop_signal: signal.Signals = signal.SIGTERM,
    output: int | IO[bytes] = subprocess.PIPE,
) -> Child:
    """Start a program in its own session (a Ctrl-C at the terminal is ours to handle, not its)."""
    process = subprocess.Popen(
        [*run_as.prefix, *(str(part) for part in command)],
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
        env=dict(env),
        cwd=cwd,
        preexec_fn=_before_exec(run_as.user, stop_signal),  # safe: we have one thread
    )
    return Child(name, process, stop_signal)


def run_once(command: Sequence[str | Path], *, env: Mapping[str, str], run_as: RunAs = MYSELF) -> tuple[int, str]:
    """Run a short program to its end. Answers exit code and everything it printed."""
    done = subprocess.run(
        [*run_as.prefix, *(str(part) for part in command)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=dict(env),
        cwd="/",
        preexec_fn=_before_exec(run_as.user, signal.SIGTERM),  # safe: we have one thread
        check=False,
    )
    return done.returncode, done.stdout.decode(errors="replace").strip()


def wait_until(ready: Callable[[], bool], seconds: float, pause: float = 0.02) -> bool:
    """Ask again and again, for at most that long."""
    end = time.monotonic() + seconds
    while not ready():
        if time.monotonic() > end:
            return False
        time.sleep(pause)
    return True


def _before_exec(user: pwd.struct_passwd | None, death_signal: signal.Signals) -> Callable[[], None]:
    """What the child does between fork and exec."""
    parent = os.getpid()

    def prepare() -> None:
        os.setsid()
        if user is not None:
            os.setgroups([])
            os.setgid(user.pw_gid)
            os.setuid(user.pw_uid)
        if _LIBC is not None:
            _LIBC.prctl(_PR_SET_PDEATHSIG, int(death_signal))  # after setuid, which clears it
        if os.getppid() != parent:
            os._exit(1)  # the parent died before we asked to be told

    return prepare
