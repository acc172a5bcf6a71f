"""What a phone must fetch before the first table is on its screen, compressed as production sends it."""

import gzip
import re
from pathlib import Path

from tests.browser import table_views
from tests.browser.table_page import page_html

ROOT = Path(__file__).parent.parent
LIMIT = 150 * 1024
REFERENCE = re.compile(r"""(?:href|src|data-sprite-\w+)="/?(static/[^"#]+)""")
IMPORT = re.compile(r"""^(?:import|export)\b[^"';]*["'](\.[^"']+)["'];""", re.MULTILINE)


def with_imports(module: Path, seen: set[Path]) -> None:
    """The module and everything it imports."""
    if module in seen:
        return
    seen.add(module)
    for target in IMPORT.findall(module.read_text()):
        with_imports((module.parent / target).resolve(), seen)


def packed(content: bytes) -> int:
    return len(gzip.compress(content, 6))


def test_the_first_load_of_the_table_is_light() -> None:
    html = page_html(table_views.late_hand(), "zh-hans", "natural")
    files: set[Path] = set()
    for name in set(REFERENCE.findall(html)):
        path = ROOT / name
        if path.suffix == ".js":
            with_imports(path, files)
        else:
            files.add(path)
    kinds = {path.suffix for path in files}
    assert kinds >= {".css", ".js", ".svg"}
    assert sum(path.suffix == ".js" for path in files) > 20
    sizes = {path.relative_to(ROOT).as_posix(): packed(path.read_bytes()) for path in files}
    total = packed(html.encode()) + sum(sizes.values())
    heaviest = sorted(sizes.items(), key=lambda item: -item[1])[:5]
    assert total <= LIMIT, f"{total} bytes; heaviest: {heaviest}"
    print(f"table: {total} bytes compressed in {len(files) + 1} files; heaviest: {heaviest}")


def test_no_page_asks_another_host() -> None:
    html = page_html(table_views.late_hand(), "zh-hans", "natural")
    assert not re.search(r"""(?:src|href|action)=["'](?:https?:)?//""", html)
