/**
 * Calls a reader who is looking at another tab: the title changes to and fro and the installed app gets a mark, until
 * the page is in sight again or nothing is asked any more. It needs no permission and works everywhere.
 */

const EVERY_MS = 1000;

let timer = null;
let title = "";

/** Call with these words, e.g. "It is your turn". In sight there is nothing to do. */
export function call(words) {
  if (!document.hidden) return;
  quiet();
  title = document.title;
  document.title = words;
  timer = setInterval(() => { document.title = document.title === title ? words : title; }, EVERY_MS);
  if (navigator.setAppBadge) navigator.setAppBadge().catch(() => null);
}

/** Stop calling. */
export function quiet() {
  if (timer === null) return;
  clearInterval(timer);
  timer = null;
  document.title = title;
  if (navigator.clearAppBadge) navigator.clearAppBadge().catch(() => null);
}

document.addEventListener("visibilitychange", () => { if (!document.hidden) quiet(); });
