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
    parts = [circle(x, y, radius, colour), circle(x, y, radius * (0.76 if fine else 0.62), PAPER)]
    if fine and radius >= FLOWERED:
        parts += [
            petals(x, y, radius * 0.7, radius * 0.23, 8, colour),
            circle(x, y, radius * 0.2, PAPER),
            circle(x, y, radius * 0.12, RED if colour != RED else BLUE),
        ]
    elif fine:
        parts += [circle(x, y, radius * 0.52, colour), circle(x, y, radius * 0.2, PAPER)]
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


FLOWERED = 10.5
"""Coins from this radius on carry a flower; in smaller ones it would be a blur at the size of a hand's tile."""

DOTS: dict[int, tuple[float, Sequence[tuple[float, float, str]]]] = {
    2: (16.5, [(30, 21, GREEN), (30, 59, BLUE)]),
    3: (12.6, [(14.5, 15.5, BLUE), (30, 40, RED), (45.5, 64.5, GREEN)]),
    4: (12.8, [(16, 21, BLUE), (44, 21, GREEN), (16, 59, GREEN), (44, 59, BLUE)]),
    5: (11.4, [(14.5, 16, BLUE), (45.5, 16, GREEN), (30, 40, RED), (14.5, 64, GREEN), (45.5, 64, BLUE)]),
    6: (10.4, [(x, y, GREEN if y < 20 else RED) for y in (13.5, 43, 66) for x in (16.5, 43.5)]),
    7: (
        9.9,
        [(11, 11.5, GREEN), (30, 19, GREEN), (49, 26.5, GREEN)] + [(x, y, RED) for y in (47.5, 68.5) for x in (17, 43)],
    ),
    8: (9.5, [(x, y, BLUE) for y in (10.8, 30.3, 49.7, 69.2) for x in (17, 43)]),
    9: (9.5, [(x, y, c) for y, c in ((13, GREEN), (40, RED), (67, BLUE)) for x in (10.2, 30, 49.8)]),
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


WIDTHS = {2: 14.0, 3: 13.0, 4: 13.0, 5: 12.0, 6: 12.0, 7: 11.0, 9: 11.0}


def canes(count: int) -> str:
    """条, two to nine; the eight is an M over a W."""
    if count == 8:
        upper = [(8.4, 20.5, 34, 0), (22.3, 20.5, 31, 27), (37.7, 20.5, 31, -27), (51.6, 20.5, 34, 0)]
        drawn = [cane(x, y, h, GREEN, turn, 9.4) for x, y, h, turn in upper]
        return "".join(drawn + [cane(x, 80 - y, h, BLUE, -turn, 9.4) for x, y, h, turn in upper])
    return "".join(cane(*place, width=WIDTHS[count]) for place in CANES[count])


def frame(inset: float, width: float, corner: float) -> str:
    """A closed border round the tile's middle, as the path of a filled shape."""
    outer = f"M{number(inset + corner)} {number(inset)}h{number(60 - 2 * (inset + corner))}"
    outer += f"q{number(corner)} 0 {number(corner)} {number(corner)}v{number(80 - 2 * (inset + corner))}"
    outer += f"q0 {number(corner)} {number(-corner)} {number(corner)}h{number(-(60 - 2 * (inset + corner)))}"
    outer += f"q{number(-corner)} 0 {number(-corner)} {number(-corner)}v{number(-(80 - 2 * (inset + corner)))}"
    outer += f"q0 {number(-corner)} {number(corner)} {number(-corner)}z"
    hole = inset + width
    return f"{outer}M{number(hole)} {number(hole)}v{number(80 - 2 * hole)}h{number(60 - 2 * hole)}v{number(-(80 - 2 * hole))}z"


def white() -> str:
    """白板: a frame, so that the tile that counts as a bonus is never mistaken for a blank."""
    corners = "".join(
        f'<path d="M0 0h9v3h-6v6h-3z" transform="translate({x} {y}) scale({sx} {sy})"/>'
        for x, y, sx, sy in ((19, 19, 1, 1), (41, 19, -1, 1), (19, 61, 1, -1), (41, 61, -1, -1))
    )
    return f'<path d="{frame(6.5, 5, 4)}" fill="{BLUE}"/><path d="{frame(13.6, 1.4, 1)}" fill="{BLUE}"/><g fill="{BLUE}">{corners}</g>'


def waves(radius: float, keep: float) -> str:
    """Rows of waves over the back, as scales overlap; none within `keep` of the middle."""
    path = ""
    for row in range(9):
        shift = row % 2 * radius
        for column in range(4 - row % 2):
            x, y = 6 + radius + shift + column * 2 * radius, 14 + row * 7.2
            if (x - 30) ** 2 + (y - 3 - 40) ** 2 < keep**2:
                continue
            for size in (radius, radius * 0.55):
                path += f"M{number(x - size)} {number(y)}a{number(size)} {number(size)} 0 0 1 {number(2 * size)} 0"
    return path


def back() -> str:
    """The back of a tile: the sea, and the jade ring that Yuhuan is named after. The body is the style sheet's."""
    return (
        '<rect x="3.5" y="3.5" width="53" height="73" rx="5" fill="none" stroke="#bfe6d3" stroke-opacity=".6" stroke-width="1.8"/>'
        f'<path d="{waves(6, 15)}" fill="none" stroke="#bfe6d3" stroke-opacity=".38" stroke-width="1.3"/>'
        '<circle cx="30" cy="40" r="9.5" fill="none" stroke="#d9f2e6" stroke-opacity=".92" stroke-width="5.5"/>'
        '<path d="M22.6 37.5a8 8 0 0 1 6-5.6" fill="none" stroke="#5fae8f" stroke-width="1.6" stroke-linecap="round"/>'
    )
