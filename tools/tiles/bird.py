"""一索: a peacock on a bamboo twig, own drawing."""

from faces import BLUE, GREEN, PAPER, RED, circle, stroke


def feather(path: str, colour: str, eye_x: float, eye_y: float, fine: bool) -> str:
    """One tail feather with its eye."""
    eye = circle(eye_x, eye_y, 3, PAPER) + circle(eye_x, eye_y, 1.7, RED) if fine else circle(eye_x, eye_y, 2.4, PAPER)
    return f'<path d="{path}" fill="{colour}"/>{eye}'


def bird(fine: bool) -> str:
    """Head to the upper right, tail swept down to the left."""
    tail = (
        feather("M31 43C20 42 8 49 5 60C4 65 9 67 13 64C20 59 28 54 33 50Z", BLUE, 10, 60, fine)
        + feather("M33 46C24 50 15 60 15 70C16 75 21 75 24 71C29 64 34 57 37 51Z", GREEN, 19.5, 69, fine)
        + feather("M36 48C31 55 27 64 29 73C31 77 35 76 37 72C40 65 41 57 41 51Z", RED, 33, 71.5, fine)
    )
    body = (
        f'<path d="M40 9C47 9 51 14 50 20C49 25 51 30 50 37C49 47 43 54 35 55C28 55 24 50 27 43'
        f'C30 36 36 33 37 26C38 22 34 19 34 15C34 11 37 9 40 9Z" fill="{GREEN}"/>'
    )
    wing = f'<path d="M17 31C27 27 39 29 45 36C46 44 40 50 32 49C27 44 20 40 17 31Z" fill="{BLUE}"/>'
    lines = stroke("M23 33.5C31 34 37 36.5 41 40M27 38.5C33 39 37 41 39.5 44", PAPER, 1.6 if fine else 2)
    beak = f'<path d="M49.5 14L58 18.5L49.5 20.5Z" fill="{RED}"/>'
    eye = circle(43, 15.5, 2.7, PAPER) + circle(43.5, 15.5, 1.4, "#1b1b1b")
    crest = stroke("M38 9L34 4M40.5 8.5L40 2.8M43 9L46 4", RED, 1.7)
    beads = circle(33.6, 3.4, 1.7, RED) + circle(40, 2.4, 1.7, RED) + circle(46.4, 3.4, 1.7, RED)
    legs = stroke("M42 53V68M47 49V66M38 68.5H46M43.5 66.5H51", RED, 1.9)
    return tail + legs + body + wing + lines + beak + eye + crest + beads
