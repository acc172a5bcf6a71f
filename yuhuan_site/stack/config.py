"""What the person starting it chose: PORT, HOST, YUHUAN_DATA and any setting of .env.example."""

import os
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from yuhuan_site import environment

_EVERYWHERE = {"0.0.0.0", "::"}  # noqa: S104 (asked for by name)
_LOOPBACK = {"127.0.0.1", "::1", "localhost"}


class BadChoice(Exception):
    """A PORT, HOST or folder that cannot be used; the message says which."""


@dataclass(frozen=True, slots=True)
class Config:
    """Address and data folder, and the environment as found (.env included)."""

    host: str
    port: int
    data: Path
    env: Mapping[str, str]

    @property
    def address(self) -> str:
        """Where this machine's own browser finds the site."""
        host = "127.0.0.1" if self.host in _EVERYWHERE else self.host
        return f"http://{_bracketed(host)}:{self.port}/"

    @property
    def lan_addresses(self) -> list[str]:
        """Where a phone in the same network finds it; none unless HOST lets others in."""
        if self.host in _LOOPBACK:
            return []
        hosts = lan_hosts() if self.host in _EVERYWHERE else [self.host]
        return [f"http://{_bracketed(host)}:{self.port}/" for host in hosts]

    @property
    def allowed_hosts(self) -> str:
        hosts = ["localhost", "127.0.0.1", "[::1]"]
        if self.host not in _LOOPBACK:
            name = socket.gethostname().lower()
            hosts += [name, f"{name}.local", *(_bracketed(host) for host in lan_hosts())]
            hosts += [] if self.host in _EVERYWHERE else [_bracketed(self.host)]
        return ",".join(dict.fromkeys(hosts))


def read() -> Config:
    """From the environment. Raises BadChoice."""
    environment.load(local_site=False)
    env = dict(os.environ)
    try:
        port = int(env.get("PORT") or 8000)
    except ValueError:
        port = -1
    if not 0 < port < 65536:
        raise BadChoice(f"PORT must be a number from 1 to 65535, not {env.get('PORT')!r}.")
    return Config(host=env.get("HOST") or "127.0.0.1", port=port, data=environment.data_dir(), env=env)


def lan_hosts() -> list[str]:
    """This machine's addresses in local networks, the one of the default route first."""
    found: list[str] = []
    # Connecting a datagram socket sends nothing; it only asks which of our addresses would be used.
    for target in ("192.0.2.1", "192.168.0.1", "10.0.0.1", "172.16.0.1"):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((target, 9))
            except OSError:
                continue
            found.append(probe.getsockname()[0])
    try:
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    except OSError:
        pass  # the host's own name is not known to its resolver; what the routes said is enough
    return [host for host in dict.fromkeys(found) if not host.startswith("127.")]


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host and not host.startswith("[") else host
