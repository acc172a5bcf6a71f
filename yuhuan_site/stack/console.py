"""What the person at the terminal sees."""

import sys
from collections.abc import Mapping

import segno

from yuhuan_site.stack.config import Config


def say(name: str, line: str) -> None:
    """One line, with the name of who says it."""
    print(f"{name:8} | {line}", flush=True)


def welcome(config: Config, organiser: Mapping[str, str]) -> None:
    """Addresses, the organiser's login, and a code for the phone."""
    lan = config.lan_addresses
    if lan:
        segno.make(lan[0], micro=False).terminal(out=sys.stdout, compact=True, border=2)
    lines = [
        "",
        f"  玉环麻将争霸赛 Yuhuan Mahjong     {config.address}",
        *(f"  手机 phone                        {address}" for address in lan),
        f"  主办人 organiser                  {config.address}admin/",
        f"    用户名 user  {organiser['ORGANISER_USERNAME']}    密码 password  {organiser['ORGANISER_PASSWORD']}"
        "   （首次启动时设定，除非已修改 as first set）",
        "  Ctrl-C 停止 stops everything",
        "",
    ]
    print("\n".join(lines), flush=True)
