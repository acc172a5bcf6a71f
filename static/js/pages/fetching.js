/** Who goes first: a press before what is fetched by itself; and on the way to a table nothing more is fetched. */

const ASKED_BY = ["me-changed", "ranking-changed"];
const presses = new Set();
const fetching = new Map();
const again = new Set();
let missed = false;
let leaving = false;

/** Fires a trigger that fragments listen to on the body. */
export function tell(name) {
  document.body.dispatchEvent(new CustomEvent(name));
}

function isFetched(name) {
  return [...fetching.values()].includes(name);
}

/** However it ended: also what could not be put into the page must not keep the next from being asked for. */
function hasCome(xhr, name) {
  fetching.delete(xhr);
  if (!isFetched(name) && again.delete(name)) tell(name);
}

/** What changes while a fragment is on its way may not be in it, and the one that would ask again is about to be replaced:
    it is asked for once more when it has come. */
for (const name of ASKED_BY) {
  document.body.addEventListener(name, (event) => {
    if (!isFetched(name)) return;
    again.add(name);
    event.stopImmediatePropagation();
  }, { capture: true });
}

/** A second answer would begin the way to the table anew. */
document.body.addEventListener("htmx:beforeOnLoad", ({ detail }) => {
  if (detail.xhr.getResponseHeader("HX-Redirect") !== null) leaving = true;
});

/** What is fetched by itself would replace what has just been pressed, and the focus with it. */
document.body.addEventListener("htmx:beforeRequest", (request) => {
  const { elt, xhr } = request.detail;
  const me = document.getElementById("me");
  if (leaving) {
    request.preventDefault();
  } else if (elt === me && presses.size > 0) {
    missed = true;
    request.preventDefault();
  } else if (elt !== me && me !== null && me.contains(elt)) {
    presses.add(xhr);
    me.dispatchEvent(new CustomEvent("htmx:abort", { bubbles: true, detail: { elt: me } }));
  }
  const name = request.detail.requestConfig.triggeringEvent?.type;
  if (request.defaultPrevented || !ASKED_BY.includes(name)) return;
  fetching.set(xhr, name);
  xhr.addEventListener("loadend", () => hasCome(xhr, name));
});

/** What has come listens by now: it settles at once (htmx-config). */
document.body.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (!presses.delete(detail.xhr) || presses.size > 0 || !missed) return;
  missed = false;
  tell("me-changed");
});

window.addEventListener("pageshow", ({ persisted }) => { if (persisted) leaving = false; });
