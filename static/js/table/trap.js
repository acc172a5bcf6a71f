// The focus of a dialog that is no <dialog>: Tab goes round in it while it is open.

const REACHED = "a[href], button, input, select, textarea, summary, [tabindex='0']";

function reachable(node) {
  return [...node.querySelectorAll(REACHED)].filter((one) => !one.disabled && one.checkVisibility());
}

/** Keep Tab inside `node` while `holds()`; beyond the last comes the first again. */
export function trapFocus(node, holds) {
  node.addEventListener("keydown", (event) => {
    if (event.key !== "Tab" || !holds()) return;
    const all = reachable(node);
    const [from, to] = event.shiftKey ? [all[0], all[all.length - 1]] : [all[all.length - 1], all[0]];
    if (document.activeElement !== from && node.contains(document.activeElement)) return;
    event.preventDefault();
    to?.focus();
  });
}
