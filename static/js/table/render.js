// The table from a whole view: the same function for the live table, for watchers and for the replay.
import { renderCentre } from "./centre.js";
import { layFelt } from "./felt.js";
import { renderPlates } from "./plate.js";
import { renderRivers } from "./river.js";

/** Draw everything that all viewers share. */
export function renderTable(view) {
  document.body.dataset.phase = view.phase;
  document.body.classList.toggle("watching", view.seat === null);
  renderPlates(view);
  renderRivers(view);
  renderCentre(view);
  layFelt(view);
}
