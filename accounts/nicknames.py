"""What may be a nickname, when two are the same to the eye, and pleasant made-up ones.

The order of the checks: NFKC, trim, invisible characters, letters of one script, length, reserved words
(RFC 8266 is the standard behind it). The text that comes back is what is stored and shown.
"""

import re
import secrets
import unicodedata
from typing import Final

from django.utils.translation import gettext as _

MAX_GRAPHEMES: Final = 16
MAX_BYTES: Final = 48
MAX_MARKS: Final = 2
BOT_PREFIX: Final = "机器人·"

PUNCTUATION: Final = frozenset(" ·・.-_'’")
BLANK_LETTERS: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800")
# One script a name, digits aside; these mix in Chinese and Japanese names.
EAST_ASIAN: Final = frozenset({"CJK", "HIRAGANA", "KATAKANA", "BOPOMOFO", "LATIN"})
RESERVED_PARTS: Final = ("admin", "裁判", "系统", "系統", "管理员", "管理員", "官方", "客服", "机器人", "機器人")
RESERVED_WHOLE: Final = ("root", "staff", "system", "bot", "organiser", "organizer", "moderator", "referee",
                         "主办方", "庄家", "匿名", "null", "undefined")  # fmt: skip
# Single characters that look like another (a small part of UTS 39, after NFKC and case folding).
LOOK_ALIKES: Final = str.maketrans({
    **dict(zip("аеорсухѕіјһԁԛԝкмнтвг", "aeopcyxsijhdqwkmhtbr", strict=True)),
    **dict(zip("αβεικνορτυχωγ", "abeikvoptuxwy", strict=True)),
    **dict(zip("01|ıłøđ", "olliiod", strict=True)),
    **dict(zip("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢɑɡ", "abcdefghljklmnoprstuvwyzag", strict=True)),
    "i": "l", "曰": "日", "囗": "口", "末": "未", "土": "士", "已": "己", "巳": "己", "〇": "o", "〡": "l",
    "一": "-", "ー": "-", "_": "-", "二": "=", "ニ": "=", "ロ": "口", "カ": "力", "エ": "工", "ト": "卜", "ハ": "八",
    "夕": "タ", "’": "'", "・": "·", ".": "·",
})  # fmt: skip

PLACES: Final = (
    "坎门", "楚门", "大麦屿", "清港", "漩门湾", "披山", "鸡山", "大鹿岛", "东海", "乐清湾", "沙门", "芦浦", "干江", "海山",
    "海风", "潮声", "渔火", "晚霞", "晨曦", "月光", "浪花", "礁石", "灯塔", "港湾", "朝雾", "春汛", "秋汛", "早潮", "夜航",
    "星空", "细雨", "青石", "码头", "帆影", "沙滩", "碧波", "远帆", "归航", "橘灯", "文旦",
)  # fmt: skip
FOLK: Final = (
    "黄鱼", "带鱼", "鲳鱼", "梭子蟹", "跳跳鱼", "小海鸥", "花蛤", "水手", "渔夫", "船长", "艄公", "珍珠", "贝壳", "海星",
    "海螺", "望潮", "虾米", "泥螺", "白鹭", "青蟹", "墨鱼", "海带", "紫菜", "牡蛎", "石斑", "河豚", "海豚", "信天翁", "舵手",
    "织网人", "赶海人", "守塔人", "小舢板", "锚", "虎头鱼", "鲈鱼", "蛏子", "海葵", "水母", "寄居蟹",
)  # fmt: skip


class MalformedNickname(ValueError):
    """This text cannot be a nickname; the message says why, in the reader's language."""


def clean(text: str) -> str:
    """The nickname as it will be stored and shown. Raises MalformedNickname."""
    if not isinstance(text, str):
        raise MalformedNickname(_("A nickname must be text."))
    if len(text) > 4 * MAX_BYTES:
        raise MalformedNickname(_("A nickname has at most 16 characters."))
    _refuse_invisible(text)
    name = re.sub(r" +", " ", unicodedata.normalize("NFKC", text)).strip()
    _refuse_invisible(name)
    _refuse_marks(name)
    _refuse_symbols(name)
    _refuse_length(name)
    _refuse_mixed_scripts(name)
    _refuse_reserved(name)
    return name


def unique_key(name: str) -> str:
    """Equal for two names that look alike: NFKC, case folded, look-alikes mapped, spaces and marks dropped."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).translate(LOOK_ALIKES)
    bare = "".join(char for char in unicodedata.normalize("NFD", folded) if unicodedata.category(char)[0] != "M")
    return bare.replace(" ", "").replace("rn", "m").replace("vv", "w")


def made_up() -> str:
    """A pleasant two-part name from a fishing town, for a guest who gave none: 坎门小海鸥."""
    return secrets.choice(PLACES) + secrets.choice(FOLK)


def numbered(name: str) -> str:
    """The name with a number behind it, within the length allowed, for when the name itself is taken."""
    number = str(secrets.randbelow(9000) + 1000)
    while len(name) + len(number) > MAX_GRAPHEMES or len((name + number).encode()) > MAX_BYTES:
        name = name[:-1]
    return name.rstrip() + number


def _refuse_invisible(name: str) -> None:
    for char in name:
        if unicodedata.category(char) in ("Zl", "Zp") or unicodedata.category(char)[0] == "C" or char in BLANK_LETTERS:
            raise MalformedNickname(_("A nickname cannot hold invisible characters."))


def _refuse_marks(name: str) -> None:
    marks = 0
    for char in unicodedata.normalize("NFD", name):
        marks = marks + 1 if unicodedata.category(char)[0] == "M" else 0
        if marks > MAX_MARKS:
            raise MalformedNickname(_("A nickname cannot stack so many accents."))


def _refuse_symbols(name: str) -> None:
    """Letters, digits, emoji and a few joints; a letter, digit or emoji first (`=1+1` would run in a spreadsheet)."""
    for char in name:
        if (
            unicodedata.category(char)[0] not in "LNM"
            and unicodedata.category(char) != "So"
            and char not in PUNCTUATION
        ):
            raise MalformedNickname(_("A nickname cannot hold the character %(char)s.") % {"char": char})
    if not any(unicodedata.category(char)[0] in "LN" for char in name):
        raise MalformedNickname(_("A nickname needs a letter or a digit."))
    if name[0] in PUNCTUATION or unicodedata.category(name[0])[0] == "M":
        raise MalformedNickname(_("A nickname must begin with a letter or a digit."))


def _refuse_length(name: str) -> None:
    graphemes = sum(1 for char in name if unicodedata.category(char)[0] != "M")
    if not 1 <= graphemes <= MAX_GRAPHEMES or len(name.encode()) > MAX_BYTES:
        raise MalformedNickname(_("A nickname has at most 16 characters."))


def _refuse_mixed_scripts(name: str) -> None:
    scripts = {unicodedata.name(char, "?").split()[0] for char in name if unicodedata.category(char)[0] == "L"}
    scripts.discard("IDEOGRAPHIC")
    if len(scripts) > 1 and not scripts <= EAST_ASIAN:
        raise MalformedNickname(_("A nickname cannot mix alphabets."))


def _refuse_reserved(name: str) -> None:
    key = unique_key(name)
    parts = (unique_key(word) for word in RESERVED_PARTS)
    if any(part in key for part in parts) or key in {unique_key(word) for word in RESERVED_WHOLE}:
        raise MalformedNickname(_("This nickname is reserved."))
