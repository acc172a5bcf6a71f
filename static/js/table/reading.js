// A finished hand laid out in the sets it was read as: wild tiles show what they stand for, the winning tile is marked.
import { el } from "./dom.js";
import { bonusNode } from "./meld.js";
import { meldNode } from "./meld.js";
import { namesOf } from "./tile.js";
import { tile } from "./tile.js";
import { term } from "./words.js";
import { text } from "./words.js";
import { tileName } from "./words.js";

function setNode(set, winningAt) {
  const tiles = set.tiles.map((name, index) => {
    const classes = [set.wild[index] ? "as-wild" : "", index === winningAt ? "winning" : ""].join(" ").trim();
    return tile(name, { size: "hand", classes });
  });
  const wilds = set.tiles.filter((_, index) => set.wild[index]).map(tileName);
  const label = [term("set", set.type), namesOf(set.tiles)];
  if (wilds.length) label.push(text("wild_stands_for", { tiles: wilds.join("、") }));
  return el("span", { class: "meld", role: "img", "aria-label": label.join(" ") }, ...tiles);
}

/** Which tile of a set is the winning one: a wild one when a wild won, else a natural one. */
function winningIndex(reading, set) {
  const byWild = reading.winning_tile !== reading.winning_as;
  const at = set.tiles.findIndex((name, index) => name === reading.winning_as && set.wild[index] === byWild);
  return at >= 0 ? at : set.tiles.indexOf(reading.winning_as);
}

function readingNodes(reading) {
  const sets = reading.sets.map((set, index) => setNode(set, index === reading.winning_set ? winningIndex(reading, set) : -1));
  const pair = setNode(reading.pair, reading.winning_set === null ? winningIndex(reading, reading.pair) : -1);
  return [...sets, pair];
}

function waitNode(reading) {
  const wait = term("wait", reading.wait);
  return el("p", { class: "soft small" }, text("won_on", { tile: tileName(reading.winning_tile), wait }));
}

/** Everything a seat had at the end: its reading if it won, else its tiles and melds as they lay. */
export function laidOut(view, seat, score) {
  const bonus = bonusNode(view.bonus_kind, score.bonus);
  if (score.reading) {
    const row = el("div", { class: "laid-out" }, ...readingNodes(score.reading), ...(bonus ? [bonus] : []));
    return el("div", {}, row, waitNode(score.reading));
  }
  const tiles = (score.hand || []).map((name) => tile(name, { size: "hand", wild: view.wild }));
  const held = el("span", { class: "meld held-open", role: "img", "aria-label": namesOf(score.hand || []) }, ...tiles);
  const melds = score.melds.map((meld) => meldNode(meld, seat, { size: "hand" }));
  return el("div", { class: "laid-out" }, held, ...melds, ...(bonus ? [bonus] : []));
}
