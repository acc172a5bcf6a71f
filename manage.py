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
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
