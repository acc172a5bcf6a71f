"""Commands that answer JSON Lines: one object a line in, one a line out, in order."""

import json
import os
import sys
from collections.abc import Callable
from typing import Any


def answer_lines(answer: Callable[[object], dict[str, Any]]) -> None:
    """Answer every line of standard input on standard output; a line that is no JSON gets an error of its own."""
    try:
        for line in sys.stdin.buffer:
            text = json.dumps(_answered(line, answer), ensure_ascii=False)
            sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace") + b"\n")
            sys.stdout.buffer.flush()
    except BrokenPipeError:
        # The reader has had enough; Python would complain once more when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _answered(line: bytes, answer: Callable[[object], dict[str, Any]]) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        return {"error": f"line: not JSON: {error}"}
    return answer(data)
