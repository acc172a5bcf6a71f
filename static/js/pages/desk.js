// An organiser's desk: what is polled neither closes a menu that is open nor takes the focus away.

let focused = null;

document.body.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.target.querySelector("details[open]")) event.preventDefault();
});

document.body.addEventListener("htmx:beforeSwap", (event) => {
  const active = document.activeElement;
  focused = event.detail.target.contains(active) ? active.getAttribute("href") : null;
});

document.body.addEventListener("htmx:afterSwap", (event) => {
  if (focused === null) return;
  event.detail.target.querySelector(`[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
});

/** One menu at a time; a press anywhere else closes it. */
document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.desk-menu[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of document.querySelectorAll("details.desk-menu[open]")) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});
