/**
 * The one Trusted Types policy of pages that load htmx, which makes elements of the server's fragments. Markup that
 * could run anything is refused as a whole: it is not ours. Loaded before htmx.
 */

const ACTIVE = "script:not([type='application/json']), iframe, frame, object, embed, base, meta[http-equiv], animate, set";
const worker = document.getElementById("shell")?.dataset.worker;
let reading = false;

/** Every element, those in templates too: htmx wraps what it reads in one. */
function* within(root) {
  for (const element of root.querySelectorAll("*")) {
    yield element;
    if (element.localName === "template") yield* within(element.content);
  }
}

/** `onclick`, `hx-on:click`, `srcdoc`, `javascript:…` with whatever a browser skips before it. */
function isActive({ name, value }) {
  return /^on|^(?:data-)?hx-on|^srcdoc$/.test(name) || /^javascript:/i.test(value.replace(/[\0-\x20]/g, ""));
}

/** Whether the browser, reading this markup, finds something in it that runs. Nothing of it runs while being read. */
function bearsScript(markup) {
  const read = new DOMParser().parseFromString(markup, "text/html");
  for (const element of within(read)) {
    if (element.matches(ACTIVE) || [...element.attributes].some(isActive)) return true;
  }
  return false;
}

/** The markup itself, or null, at which the browser throws. */
function harmless(markup) {
  if (reading) return markup; // our own look at it
  reading = true;
  try {
    return bearsScript(markup) ? null : markup;
  } finally {
    reading = false;
  }
}

if (globalThis.trustedTypes) {
  globalThis.trustedTypes.createPolicy("default", {
    createHTML: harmless,
    createScriptURL: (address) => (address === worker ? address : null),
  });
}
