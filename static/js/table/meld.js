// Melds laid out before a seat. A kong is as wide as a pong: its fourth tile lies on top of the middle one.
import { el } from "./dom.js";
import { tile } from "./tile.js";
import { back } from "./tile.js";
import { namesOf } from "./tile.js";
import { text } from "./words.js";

const LABELS = {
  chow: "meld_chow", pong: "meld_pong", kong_open: "meld_kong_open", kong_added: "meld_kong_added",
  kong_concealed: "meld_kong_concealed",
};

/** Which way the giver sits, as seen by the owner: 1 right, 2 across, 3 left; null for a concealed kong. */
function giverSide(meld, owner) {
  return meld.from === null || meld.from === undefined ? null : (meld.from - owner + 4) % 4;
}

export function meldLabel(meld, names = null) {
  const label = text(LABELS[meld.type], { tiles: namesOf(meld.tiles) });
  if (!names || meld.from === null || meld.from === undefined) return label;
  return label + text("meld_from", { name: names[meld.from] });
}

/** One meld; `owner` is the seat it lies before. */
export function meldNode(meld, owner, { size = "small", names = null, wild = null } = {}) {
  const row = meld.tiles.slice(0, 3).map((name) => tile(name, { size, wild }));
  const side = giverSide(meld, owner);
  const node = el("span", {
    class: `meld ${meld.type}`, role: "img", "aria-label": meldLabel(meld, names), "data-from": side,
  }, ...row);
  if (meld.tiles.length === 4) {
    const fourth = meld.type === "kong_concealed" ? back("fourth") : tile(meld.tiles[3], { size, classes: "fourth" });
    node.append(fourth);
  }
  return node;
}

/** Bonus tiles laid out, in words; null for none. */
export function bonusText(kind, count) {
  return count && kind ? text("bonus_count", { tile: namesOf([kind]), count }) : null;
}

/** Bonus tiles laid out: the tile once, and how many. */
export function bonusNode(kind, count) {
  if (!count || !kind) return null;
  const label = bonusText(kind, count);
  return el("span", { class: "bonus", role: "img", "aria-label": label }, tile(kind), el("b", {}, `×${count}`));
}
