"""`python -m yuhuan_site.stack`."""

import sys

from yuhuan_site.stack import config
from yuhuan_site.stack.supervisor import FAILURES, StartFailed, Supervisor


def main() -> None:
    """Run the site until Ctrl-C. Exit code 1, with one line, when it cannot start."""
    try:
        Supervisor(config.read()).run()
    except (*FAILURES, StartFailed) as error:
        sys.exit(f"yuhuan: {error}")


if __name__ == "__main__":
    main()
