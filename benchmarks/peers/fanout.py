"""The least a table server can do: one small frame in, four of a view's size out. No rules, nothing kept.

python benchmarks/peers/fanout.py PORT
"""

import asyncio
import sys
from collections import defaultdict
from contextlib import suppress

import uvloop
import websockets
from websockets.asyncio.server import ServerConnection, serve

VIEW = "x" * 2_304
"""As long as a view in mid-hand."""
tables: defaultdict[str, set[ServerConnection]] = defaultdict(set)


async def sit(socket: ServerConnection) -> None:
    table = tables[socket.request.path if socket.request else ""]
    table.add(socket)
    with suppress(websockets.ConnectionClosedError):  # whoever measures leaves without a word
        async for _move in socket:
            websockets.broadcast(table, VIEW)
    table.discard(socket)


async def main() -> None:
    async with serve(sit, "127.0.0.1", int(sys.argv[1]), compression=None):
        await asyncio.Event().wait()


if __name__ == "__main__":
    uvloop.run(main())
