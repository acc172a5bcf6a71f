"""The site as it was first built, beside which its lane is measured: every move in a transaction of its own, what is due
hand by hand, and Channels' own dispatch. `uvicorn benchmarks.peers.alone:application`; `python -m benchmarks.peers.alone`
is its ticker.
"""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yuhuan_site.settings")

from yuhuan_site.asgi import application

__all__ = ["application"]

from channels.consumer import AsyncConsumer

from accounts.socket import CheckedSocket
from games import lane

lane.act_all = lambda acts: [lane._act_alone(one) for one in acts]
lane.tick_all = set
CheckedSocket.dispatch = AsyncConsumer.dispatch  # type: ignore[method-assign]

if __name__ == "__main__":
    from django.core.management import call_command

    call_command("runticker")
