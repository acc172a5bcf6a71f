"""Where the browser for the tests is: a system Chromium, else Playwright's own.

`python tools/find_browser.py --install` brings one when there is none: Debian's packages as root, else Playwright's.
Without a browser the tests fail; nothing is skipped.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

# The headless shell first: without a window's own pages it takes half the processor time.
_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
_BROWSER_PACKAGES = ("chromium-headless-shell", "chromium")
_FONT_PACKAGE = "fonts-noto-cjk"


def find_browser() -> str | None:
    """The path of a Chromium: $CHROMIUM, one on the PATH, or Playwright's; None without any."""
    named = os.environ.get("CHROMIUM")
    if named:
        return named
    for name in _NAMES:
        found = shutil.which(name)
        if found:
            return found
    own = _playwrights()
    return str(own) if own.is_file() else None


def _playwrights() -> Path:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        return Path(playwright.chromium.executable_path)


def install() -> None:
    """Bring a browser with a Chinese font. Raises CalledProcessError when neither way works."""
    if os.geteuid() == 0 and shutil.which("apt-get"):
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(["apt-get", "update", "-qq"], check=True, env=quiet)
        fetch = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", _FONT_PACKAGE]
        shell, browser = ([*fetch, package] for package in _BROWSER_PACKAGES)
        if subprocess.run(shell, check=False, env=quiet).returncode:  # not every distribution has the shell alone
            subprocess.run(browser, check=True, env=quiet)
    else:
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=True)


def has_chinese_font() -> bool:
    """False only where fontconfig says so: without one every page is boxes."""
    listing = shutil.which("fc-list")
    return not listing or bool(subprocess.run([listing, ":lang=zh-cn"], capture_output=True, check=True).stdout.strip())


def main() -> None:
    lacks_font = os.geteuid() == 0 and not has_chinese_font()
    if "--install" in sys.argv and (find_browser() is None or lacks_font):
        print("No Chromium or no Chinese font here, installing …", flush=True)
        try:
            install()
        except subprocess.CalledProcessError as error:
            sys.exit(f"No browser for the tests: {error}. Install Chromium yourself and run again.")
    browser = find_browser()
    print(browser if browser else sys.exit("No browser for the tests: install Chromium, or set CHROMIUM to its path."))


if __name__ == "__main__":
    main()
