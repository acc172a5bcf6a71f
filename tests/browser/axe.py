"""What axe-core says against a page (WCAG 2.2 AA): the findings that are serious or critical."""

from typing import TYPE_CHECKING, Any

from axe_playwright_python.base import AXE_SCRIPT

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

GRAVE = ("serious", "critical")
OPTIONS = {
    "resultTypes": ["violations"],
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
}
# A theme changes colours alone: what is said of the second one.
COLOURS = {"resultTypes": ["violations"], "runOnly": ["color-contrast", "link-in-text-block"]}
# A language changes everything but colours.
WORDS: dict[str, Any] = {**OPTIONS, "rules": {rule: {"enabled": False} for rule in COLOURS["runOnly"]}}
# Without motion a change of colours still passes through a transition that is over in the next frame.
SETTLED = """async () => {
  do { await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))); }
  while (document.getAnimations().some(motion => motion instanceof CSSTransition));
}"""
# The bar at the lower edge lies over whatever is scrolled beneath it; on a screen this tall nothing is.
TALL: "ViewportSize" = {"width": 390, "height": 6000}


def findings(page: "Page", where: str, options: dict[str, Any] = OPTIONS) -> list[str]:
    """What axe says against a page, one line a place."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found: list[dict[str, Any]] = page.evaluate("options => axe.run(options).then(said => said.violations)", options)
    return [
        f"{where}: {violation['id']}: {node['html'][:160]} ({'; '.join(check['message'] for check in node['any'][:1])})"
        for violation in found
        if violation["impact"] in GRAVE
        for node in violation["nodes"]
    ]
