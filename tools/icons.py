"""Draws the icons of the installed site from static/img/mark.svg: `python tools/icons.py`. Needs the tests' Chromium.

icon-192 and icon-512 stand on their own; icon-maskable-512 keeps the mark within the safe circle of a mask;
icon-badge-96 is the mark in white alone, for the status bar beside a notice.
"""

import base64
from pathlib import Path

from find_browser import find_browser
from playwright.sync_api import sync_playwright

IMAGES = Path(__file__).resolve().parents[1] / "static" / "img"
JADE = "#08463a"
# name -> side in pixels, share of the side that the mark takes, radius of the corners
ICONS = {
    "icon-192.png": (192, 0.8, "22%"),
    "icon-512.png": (512, 0.8, "22%"),
    "icon-maskable-512.png": (512, 0.62, "0"),
    "icon-touch-180.png": (180, 0.76, "0"),
    "icon-badge-96.png": (96, 0.94, "0"),
}


def main() -> None:
    """Write every icon."""
    mark = base64.b64encode((IMAGES / "mark.svg").read_bytes()).decode()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=["--no-sandbox", "--disable-gpu"])
        for name, (side, share, radius) in ICONS.items():
            page = browser.new_page(viewport={"width": side, "height": side})
            page.set_content(
                f'<body style="margin:0;width:{side}px;height:{side}px;display:grid;place-items:center;'
                f'background:{"none" if "badge" in name else JADE};border-radius:{radius};overflow:hidden">'
                f'<img width="{side * share}" src="data:image/svg+xml;base64,{mark}"'
                f' style="{"filter:brightness(0) invert(1)" if "badge" in name else ""}">'
                "<style>html{background:transparent}</style>"
            )
            page.screenshot(path=IMAGES / name, omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
