"""一索: a peacock on a bamboo twig, own drawing."""

from math import cos, radians, sin

from faces import BLACK, BLUE, GREEN, PAPER, RED, cane, circle, stroke
from glyphs import number

ROOT = (33.5, 46.5)
"""Where the tail's feathers meet, under the wing."""
FINE_TAIL = ((166, 26, BLUE), (189, 29.5, GREEN), (211, 31, RED), (233, 31, GREEN), (254, 29.5, BLUE))
PLAIN_TAIL = ((178, 27, BLUE), (212, 31, RED), (246, 29, BLUE))
"""Angle in degrees, counter-clockwise from the right; length; colour."""


def feather(turn: float, length: float, colour: str, fine: bool) -> str:
    """One tail feather: a leaf from the root to its tip, with an eye."""
    width, eye = (4.2, 4.3) if fine else (5.4, 5.4)
    leaf = f"M0 0C{number(length * 0.3)} {number(-width * 0.5)} {number(length * 0.62)} {number(-width)} {number(length)} 0"
    leaf += f"C{number(length * 0.62)} {number(width)} {number(length * 0.3)} {number(width * 0.5)} 0 0Z"
    x = length - eye * 0.75
    marks = circle(x, 0, eye, colour) + circle(x, 0, eye * 0.62, PAPER)
    marks += circle(x, 0, eye * 0.34, RED if colour != RED else BLUE)
    return (
        f'<g transform="translate({number(ROOT[0])} {number(ROOT[1])}) rotate({number(-turn)})">'
        f'<path d="{leaf}" fill="{colour}"/>{marks}</g>'
    )


def crest(fine: bool) -> str:
    """Three beads on their stalks above the head."""
    length, bead = (9.5, 1.9) if fine else (9, 2.4)
    tips = [(43 + length * cos(radians(t)), 13 - length * sin(radians(t))) for t in (122, 92, 62)]
    stalks = "".join(f"M43 10L{number(x)} {number(y)}" for x, y in tips)
    return stroke(stalks, RED, 1.5) + "".join(circle(x, y, bead, RED) for x, y in tips)


def bird(fine: bool) -> str:
    """Head to the upper right, the tail spread to the lower left."""
    tail = "".join(feather(*place, fine) for place in (FINE_TAIL if fine else PLAIN_TAIL))
    legs = stroke("M40.5 54V67M46 52V67", RED, 2 if fine else 2.6)
    twig = cane(44.5, 71.5, 25, GREEN, 90, 7.5)
    body = (
        f'<path d="M43 8.5C48.5 8.5 51.5 12.5 50.7 17C50 21.5 52.5 26 53 33C53.6 43 49.5 53 41 56'
        f"C33 58.5 26 53 27 44.5C28 36 36.5 31 37 22C37.2 18.5 35.6 17.5 35.6 14.5"
        f'C35.6 11 38.5 8.5 43 8.5Z" fill="{GREEN}"/>'
    )
    wing = f'<path d="M47 37.5C44 30.5 34 29.5 27 34.5C22 38 17.5 39 12.5 37.5C15.5 47 25 53 35 51C42.5 49.5 48.5 44.5 47 37.5Z" fill="{BLUE}"/>'
    lines = "M19 41.5C27 41.5 33 39 38.5 35.5" + (
        "M24 45.6C31 45.2 37 43 42 38.8M31 48.7C36.5 48 41 46 44.5 42" if fine else "M26.5 47C34 46.5 39.5 44 44 39.5"
    )
    beak = f'<path d="M49.5 11.5L58.5 16L50 18.7Z" fill="{RED}"/>'
    eye = circle(44.5, 14, 2.8, PAPER) + circle(45, 14, 1.5, BLACK)
    return tail + legs + twig + body + wing + stroke(lines, PAPER, 1.5 if fine else 2) + crest(fine) + beak + eye
