"""The port of the site: is it free, and does the site answer there?"""

import errno
import http.client
import socket
import time

from yuhuan_site.stack.config import BadChoice, Config

_PREDECESSOR_S = 4.0


def await_free(config: Config) -> None:
    """Returns once the port is free: a killed predecessor takes moments to go. Raises BadChoice."""
    end = time.monotonic() + _PREDECESSOR_S
    while True:
        try:
            _bind(config)
        except socket.gaierror as error:
            raise BadChoice(f"HOST {config.host} is no address of this machine.") from error
        except OSError as error:
            if time.monotonic() < end and error.errno == errno.EADDRINUSE:
                time.sleep(0.1)
                continue
            where = f"{config.host}:{config.port}"
            raise BadChoice(f"{where} cannot be used ({error.strerror}); choose another PORT.") from error
        return


def answers(config: Config) -> bool:
    """Whether the web server gives its sign of health."""
    host = "127.0.0.1" if config.host == "0.0.0.0" else config.host  # noqa: S104 (asked for by name)
    connection = http.client.HTTPConnection(host, config.port, timeout=2)
    try:
        connection.request("GET", "/healthz", headers={"Host": "localhost"})
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def _bind(config: Config) -> None:
    info = socket.getaddrinfo(config.host, config.port, type=socket.SOCK_STREAM)[0]
    with socket.socket(info[0], socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(info[4])
