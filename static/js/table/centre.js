// The middle of the table: which hand, tiles left, the wild tile, whose turn.
import { byId } from "./dom.js";
import { whenChanged } from "./dom.js";
import { placeOf } from "./places.js";
import { tile } from "./tile.js";
import { text } from "./words.js";
import { tileName } from "./words.js";

/** While these last the arrow points to whose turn it is, or who threw what is asked about. */
const POINTED = ["act", "claim", "rob"];

/** Draw hand number, live wall, wild tile and the arrow to the seat on turn. */
export function renderCentre(view) {
  byId("hand-number").textContent = text("hand_of", { hand: view.hand, hands: view.hands });
  byId("wall-left").textContent = text("tiles_left", { count: view.left });
  const wild = byId("wild");
  whenChanged(wild, [view.wild], () => {
    wild.hidden = !view.wild;
    if (!view.wild) return;
    byId("wild-tile").replaceChildren(tile(view.wild, { wild: view.wild, size: "small" }));
    wild.setAttribute("aria-label", text("wild_is", { tile: tileName(view.wild) }));
  });
  const code = byId("deal-code");
  code.hidden = view.phase !== "deal" || !view.commitment;
  code.textContent = code.hidden ? "" : `${view.commitment.slice(0, 12)}…`;
  const pointing = POINTED.includes(view.phase) ? String(placeOf(view, view.turn)) : "";
  byId("centre").dataset.turn = pointing;
}
