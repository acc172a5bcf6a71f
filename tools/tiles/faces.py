"""The drawn faces: dots, bamboo, the bird, the framed white dragon and the back, on a 60 × 80 tile.

`fine` drawings carry the ornament of a real tile; the plain ones stay legible at 16 pixels.
"""

from collections.abc import Sequence
from math import cos, pi, sin

from glyphs import number

RED, GREEN, BLUE, BLACK, PAPER = "#b3261e", "#0b6b3a", "#1c3f94", "#1b1b1b", "#fffdf6"

Point = tuple[float, float]


def circle(x: float, y: float, radius: float, fill: str, extra: str = "") -> str:
    """One filled circle."""
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="{fill}"{extra}/>'


def stroke(path: str, colour: str, width: float) -> str:
    """One open line with round ends."""
    return (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{number(width)}"'
        ' stroke-linecap="round" stroke-linejoin="round"/>'
    )


def ring_of_beads(x: float, y: float, distance: float, bead: float, count: int, fill: str) -> str:
    """`count` small circles around a centre, the first on top."""
    turns = [2 * pi * index / count for index in range(count)]
    return "".join(circle(x + distance * sin(t), y - distance * cos(t), bead, fill) for t in turns)


def petals(x: float, y: float, reach: float, width: float, count: int, fill: str) -> str:
    """A flower of `count` pointed leaves that meet in the centre."""
    leaf = f"M0 0C{number(width)} {number(-reach * 0.35)} {number(width)} {number(-reach * 0.7)} 0 {number(-reach)}"
    leaf += f"C{number(-width)} {number(-reach * 0.7)} {number(-width)} {number(-reach * 0.35)} 0 0Z"
    step = 360 / count
    leaves = "".join(f'<path d="{leaf}" transform="rotate({number(step * i)})"/>' for i in range(count))
    return f'<g transform="translate({number(x)} {number(y)})" fill="{fill}">{leaves}</g>'


def dot(x: float, y: float, radius: float, colour: str, fine: bool) -> str:
    """One coin of the dots suit."""
    parts = [circle(x, y, radius, colour), circle(x, y, radius * (0.74 if fine else 0.62), PAPER)]
    if fine and radius >= 9:
        parts += [
            petals(x, y, radius * 0.68, radius * 0.22, 8, colour),
            circle(x, y, radius * 0.2, PAPER),
            circle(x, y, radius * 0.11, RED),
        ]
    elif fine:
        parts += [circle(x, y, radius * 0.48, colour), circle(x, y, radius * 0.2, PAPER)]
    else:
        parts.append(circle(x, y, radius * 0.36, colour))
    return "".join(parts)


def one_dot(fine: bool) -> str:
    """The great wheel."""
    x, y = 30, 40
    if not fine:
        return (
            circle(x, y, 26, BLUE)
            + circle(x, y, 21.5, PAPER)
            + petals(x, y, 19, 6, 8, RED)
            + circle(x, y, 7, GREEN)
            + circle(x, y, 2.6, PAPER)
        )
    return (
        circle(x, y, 27, GREEN)
        + circle(x, y, 24.6, PAPER)
        + ring_of_beads(x, y, 22, 1.9, 24, BLUE)
        + circle(x, y, 19, BLUE)
        + circle(x, y, 17.4, PAPER)
        + petals(x, y, 16.6, 4.6, 8, GREEN)
        + circle(x, y, 9.4, PAPER)
        + circle(x, y, 8.2, RED)
        + petals(x, y, 7.2, 2.4, 6, PAPER)
        + circle(x, y, 2, RED)
    )


DOTS: dict[int, tuple[float, Sequence[tuple[float, float, str]]]] = {
    2: (14.5, [(30, 21, GREEN), (30, 59, BLUE)]),
    3: (11.2, [(14, 16, BLUE), (30, 40, RED), (46, 64, GREEN)]),
    4: (12, [(16.5, 21, BLUE), (43.5, 21, GREEN), (16.5, 59, GREEN), (43.5, 59, BLUE)]),
    5: (10.6, [(15, 17, BLUE), (45, 17, GREEN), (30, 40, RED), (15, 63, GREEN), (45, 63, BLUE)]),
    6: (
        10.2,
        [(16.5, 15, GREEN), (43.5, 15, GREEN), (16.5, 43, RED), (43.5, 43, RED), (16.5, 66, RED), (43.5, 66, RED)],
    ),
    7: (
        9.1,
        [
            (11.5, 12, GREEN),
            (30, 20.5, GREEN),
            (48.5, 29, GREEN),
            (17.5, 46.5, RED),
            (42.5, 46.5, RED),
            (17.5, 67.5, RED),
            (42.5, 67.5, RED),
        ],
    ),
    8: (8.8, [(x, y, BLUE) for y in (11.5, 30.5, 49.5, 68.5) for x in (17.5, 42.5)]),
    9: (8.8, [(x, y, c) for y, c in ((14, GREEN), (40, RED), (66, BLUE)) for x in (10.8, 30, 49.2)]),
}


def dots(count: int, fine: bool) -> str:
    """筒, two to nine."""
    radius, places = DOTS[count]
    return "".join(dot(x, y, radius, colour, fine) for x, y, colour in places)


def cane(x: float, y: float, height: float, colour: str, turn: float = 0, width: float = 9.5) -> str:
    """One bamboo stick with a knot in the middle, turned by `turn` degrees about its own centre."""
    half, w, waist = height / 2, width / 2, width * 0.4
    edge = number
    outline = (
        f"M{edge(-w * 0.55)} {edge(-half)}H{edge(w * 0.55)}Q{edge(w)} {edge(-half)} {edge(w)} {edge(-half + 3)}"
        f"C{edge(w)} {edge(-half * 0.45)} {edge(waist)} {edge(-half * 0.4)} {edge(waist)} -1.6"
        f"H{edge(w)}V1.6H{edge(waist)}C{edge(waist)} {edge(half * 0.4)} {edge(w)} {edge(half * 0.45)} {edge(w)} {edge(half - 3)}"
        f"Q{edge(w)} {edge(half)} {edge(w * 0.55)} {edge(half)}H{edge(-w * 0.55)}"
        f"Q{edge(-w)} {edge(half)} {edge(-w)} {edge(half - 3)}"
        f"C{edge(-w)} {edge(half * 0.45)} {edge(-waist)} {edge(half * 0.4)} {edge(-waist)} 1.6"
        f"H{edge(-w)}V-1.6H{edge(-waist)}C{edge(-waist)} {edge(-half * 0.4)} {edge(-w)} {edge(-half * 0.45)}"
        f" {edge(-w)} {edge(-half + 3)}Q{edge(-w)} {edge(-half)} {edge(-w * 0.55)} {edge(-half)}Z"
    )
    shine = stroke(
        f"M0 {edge(-half + 3.5)}V{edge(-half * 0.38)}M0 {edge(half * 0.38)}V{edge(half - 3.5)}", PAPER, width * 0.2
    )
    where = f"translate({edge(x)} {edge(y)})" + (f" rotate({edge(turn)})" if turn else "")
    return f'<g transform="{where}"><path d="{outline}" fill="{colour}"/>{shine}</g>'


Cane = tuple[float, float, float, str]
CANES: dict[int, Sequence[Cane]] = {
    2: [(30, 21, 33, GREEN), (30, 59, 33, BLUE)],
    3: [(30, 21, 33, BLUE), (16, 59, 33, GREEN), (44, 59, 33, GREEN)],
    4: [(16.5, 21, 33, BLUE), (43.5, 21, 33, GREEN), (16.5, 59, 33, GREEN), (43.5, 59, 33, BLUE)],
    5: [(13.5, 21, 32, GREEN), (46.5, 21, 32, BLUE), (30, 40, 32, RED), (13.5, 59, 32, BLUE), (46.5, 59, 32, GREEN)],
    6: [(x, y, 33, c) for y, c in ((21, GREEN), (59, BLUE)) for x in (12.5, 30, 47.5)],
    7: [
        (30, 14, 22, RED),
        (12.5, 40, 23, GREEN),
        (30, 40, 23, BLUE),
        (47.5, 40, 23, GREEN),
        (12.5, 66, 23, GREEN),
        (30, 66, 23, BLUE),
        (47.5, 66, 23, GREEN),
    ],
    9: [(x, y, 23, c) for y in (14, 40, 66) for x, c in ((12.5, RED), (30, BLUE), (47.5, GREEN))],
}


WIDTHS = {2: 13.0, 3: 12.5, 4: 12.5, 5: 11.5, 6: 11.5, 7: 10.0, 9: 10.0}


def canes(count: int) -> str:
    """条, two to nine; the eight is an M over a W."""
    if count == 8:
        upper = [(9.5, 21, 31, 0), (22.6, 20, 28, 32), (37.4, 20, 28, -32), (50.5, 21, 31, 0)]
        lower = [(9.5, 59, 31, 0), (22.6, 60, 28, -32), (37.4, 60, 28, 32), (50.5, 59, 31, 0)]
        drawn = [cane(x, y, h, GREEN, turn, 8.4) for x, y, h, turn in upper]
        return "".join(drawn + [cane(x, y, h, BLUE, turn, 8.4) for x, y, h, turn in lower])
    return "".join(cane(*place, width=WIDTHS[count]) for place in CANES[count])


def white() -> str:
    """白板: a frame, so that the tile that counts as a bonus is never mistaken for a blank."""
    corners = "".join(
        f'<path d="M0 0h9v3h-6v6h-3z" transform="translate({x} {y}) scale({sx} {sy})"/>'
        for x, y, sx, sy in ((18, 20, 1, 1), (42, 20, -1, 1), (18, 60, 1, -1), (42, 60, -1, -1))
    )
    return (
        f'<rect x="8.5" y="9.5" width="43" height="61" rx="4" fill="none" stroke="{BLUE}" stroke-width="5"/>'
        f'<rect x="14.2" y="15.2" width="31.6" height="49.6" rx="1.5" fill="none" stroke="{BLUE}" stroke-width="1.3"/>'
        f'<g fill="{BLUE}">{corners}</g>'
    )


def back() -> str:
    """The back of a tile: a lattice on jade, the body's edge stays the style sheet's."""
    lattice = "".join(f"M{x} 8l22 32l-22 32M{60 - x} 8l-22 32l22 32" for x in (8, 19, 30))
    return (
        '<rect x="4" y="4" width="52" height="72" rx="5" fill="none" stroke="#8fd0b0" stroke-opacity=".55" stroke-width="2"/>'
        f'<path d="{lattice}" fill="none" stroke="#8fd0b0" stroke-opacity=".4" stroke-width="1.6"/>'
    )
