"""Lines of the log: for people, or one JSON object each (LOG_FORMAT=json). What is secret is struck out of both."""

import json
import logging
import re
from typing import Any

_STRUCK = "[…]"
# A program's token, a bearer header, a session cookie, a password in an address, a recovery code.
_SECRETS = re.compile(
    r"yh_[\w-]{20,}"
    r"|(?<=[Bb]earer )\S+"
    r"|(?<=sessionid=)\w+"
    r"|(?<=://)[^/\s:@]+:[^/\s@]+(?=@)"
    r"|\b(?:[0-9A-HJKMNP-TV-Z]{5}-){5}[0-9A-HJKMNP-TV-Z]\b"
)


def without_secrets(text: str) -> str:
    """The text with whatever looks like a secret of ours struck out."""
    return _SECRETS.sub(_STRUCK, text)


class LineFormatter(logging.Formatter):
    """One line for people; a traceback follows it."""

    def format(self, record: logging.LogRecord) -> str:
        return without_secrets(super().format(record))


class JsonFormatter(logging.Formatter):
    """One object a line: `at` (ISO 8601 with zone), `level`, `logger`, `process`, `message`, `error` where there is one."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname,
            "logger": record.name,
            "process": record.process,
            "message": without_secrets(record.getMessage()),
        }
        if record.exc_info:
            line["error"] = without_secrets(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False)
