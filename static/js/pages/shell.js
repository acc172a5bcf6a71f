/** Lets the browser keep the site's own files (yuhuan_site/shell.py). Everything works without it. */

const { worker } = document.getElementById("shell").dataset;

/** Chat apps and private windows refuse: the site is then simply not kept. */
if ("serviceWorker" in navigator) {
  window.addEventListener("load", () => navigator.serviceWorker.register(worker, { scope: "/" }).catch(() => null));
}
