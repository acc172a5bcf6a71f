#!/usr/bin/env python
"""Django's command line, with the settings of this project."""

import os
import sys


def main() -> None:
    """Run the command named on the command line."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yuhuan_site.settings")
    try:
        from django.core.management import execute_from_command_line
    except ImportError:
        sys.exit("Django is not installed here: run `make setup`, then use .venv/bin/python manage.py")
    from django.db.utils import OperationalError

    try:
        execute_from_command_line(sys.argv)
    except OperationalError as error:
        if os.environ.get("TRACEBACK"):
            raise
        sys.exit(
            f"yuhuan: the database does not answer: {str(error).strip().splitlines()[0]} (TRACEBACK=1 shows where)"
        )


if __name__ == "__main__":
    main()
