"""Sixty names that people give to deceive, to break or just because they are called so; with what becomes of each."""

from typing import Final

REFUSED: Final[dict[str, str]] = {
    "": "empty",
    " \u3000 ": "blank",
    "\u200b" * 15: "zero width spaces alone",
    "小\u200b王": "a zero width space inside",
    "小\u200d王": "a joiner",
    "小\u2060王": "a word joiner",
    "\ufeff小王": "a byte order mark",
    "小\u00ad王": "a soft hyphen",
    "\u202egnp.exe": "right-to-left override",
    "\u2067小王\u2069": "an isolate",
    "\u200f小王": "a right-to-left mark",
    "小王\u061c": "an Arabic letter mark",
    "\u3164": "a filler that looks blank",
    "\u115f\u1160": "two more",
    "\u2800\u2800\u2800": "blank braille",
    "小\x00王": "NUL",
    "小\n王": "a line break",
    "小\u2028王": "a line separator",
    "小\x1b[31m王": "an escape of terminals",
    "\ud83d": "half a character",
    "\ue000\uf8ff": "private use",
    "\U000e0061\U000e0062c": "tag letters",
    "小\u1680王": "an Ogham space",
    "😀" * 200: "200 emoji",
    "👩\u200d👩\u200d👧王": "joined emoji",
    "😀🀄": "no letter",
    "...": "no letter",
    "王" + "\u0335" * 8: "struck through",
    "Z\u0351\u036b\u0343algo": "stacked marks",
    "王" * 17: "too long",
    "𠮷" * 13: "too many bytes",
    "<img src=x onerror=alert(1)>": "markup",
    "<script>x</script>": "markup",
    "&lt;b&gt;": "escaped markup",
    '"><svg/onload=1>': "the end of an attribute",
    "{{ 7*7 }}": "a template",
    "${7*7}": "another",
    "=1+1": "a formula",
    "+41": "a formula",
    "-王": "a formula",
    "@SUM(A1)": "a formula",
    "＝1+1": "a formula, full width",
    "'; DROP TABLE": "SQL",
    "../../etc": "a path",
    "admin": "reserved",
    "ＡＤＭＩＮ": "reserved, full width",
    "аdmin": "a Cyrillic letter among Latin ones",
    "ᴀᴅᴍɪɴ": "reserved, small capitals",
    "𝐚𝐝𝐦𝐢𝐧": "reserved, mathematical",
    "Αdmin": "a Greek letter among Latin ones",
    "系统": "reserved",
    "裁判长": "reserved within",
    "机器人·海带": "of bots alone",
}
HARMLESS: Final = (
    "小王", "陈建国 2号", "O'Neil", "Ünal", "ひろし", "мария", "渔夫😀", "玉环.com", "ＡＢＣ小王", "王️", "e\u0301va", "가나다",
)  # fmt: skip
"""What is taken as it is or made regular."""
ALL: Final = (*REFUSED, *HARMLESS)
SAME: Final = (
    ("lin", "1in"), ("小王", "小 王"), ("wang", "ｗａｎｇ"), ("王", "王\ufe0f"), ("google", "ɡoogle"), ("paypal", "pɑypal"),
    ("anna", "ᴀɴɴᴀ"), ("мама", "mama"), ("modern", "modem"), ("éva", "eva"), ("日月", "曰月"), ("VV", "w"),
)  # fmt: skip
"""Pairs that look alike: whoever comes second gets another name."""
