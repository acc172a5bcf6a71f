// One tap on a river opens it large, for eyes that need it. It follows the table and closes by any tap or Escape.
import { el } from "./dom.js";
import { called } from "./places.js";
import { tile } from "./tile.js";
import { text } from "./words.js";

let opened = null;

function fill({ dialog, seat }, view, lastIndex) {
  const faces = view.rivers[seat].map((name, index) => tile(name, {
    size: "hand", wild: view.wild, classes: index === lastIndex(view, seat) ? "last" : "",
  }));
  const title = el("h2", { id: "enlarged-title" }, text("enlarged", { name: called(view, seat) }));
  const close = el("button", { type: "button", class: "icon", "aria-label": text("close") }, el("span", { "aria-hidden": "true" }, "✕"));
  const names = el("div", { class: "enlarged-tiles", role: "img", "aria-label": dialog.dataset.said }, ...faces);
  dialog.replaceChildren(el("div", { class: "panel-head" }, title, close), names);
  close.focus();
}

/** Open the river of a seat; `said` names its tiles, `lastIndex(view, seat)` is the tile to ring or -1. */
export function enlarge(view, seat, said, lastIndex) {
  closeEnlarged();
  const dialog = el("dialog", { class: "enlarged", "aria-labelledby": "enlarged-title", "data-said": said });
  dialog.addEventListener("click", () => dialog.close());
  dialog.addEventListener("keydown", (event) => event.stopPropagation()); // the table's keys rest meanwhile
  dialog.addEventListener("close", () => {
    dialog.remove();
    opened = null;
  });
  document.querySelector(".table-page").append(dialog);
  dialog.showModal();
  opened = { dialog, seat };
  fill(opened, view, lastIndex);
}

/** Draw an opened river again: its seat threw, or a discard was claimed away. */
export function followEnlarged(view, seat, said, lastIndex) {
  if (opened?.seat !== seat) return;
  opened.dialog.dataset.said = said;
  fill(opened, view, lastIndex);
}

/** Close what is open, so that a question is seen. */
export function closeEnlarged() {
  opened?.dialog.close();
}
