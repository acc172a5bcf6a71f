// A seat's plate: who sits there, wind, silver, presence, tiles in hand, melds and bonus tiles.
import { byId } from "./dom.js";
import { el } from "./dom.js";
import { whenChanged } from "./dom.js";
import { bonusNode } from "./meld.js";
import { meldNode } from "./meld.js";
import { PLACES } from "./places.js";
import { called } from "./places.js";
import { calledAll } from "./places.js";
import { isMine } from "./places.js";
import { seatAt } from "./places.js";
import { windOf } from "./places.js";
import { back } from "./tile.js";
import { tile } from "./tile.js";
import { amount } from "./words.js";
import { text } from "./words.js";
import { tileName } from "./words.js";

const CHIPS = { away: "present_away", auto: "present_auto", bot: "present_bot" };
const WINDS = { "1z": "wind_east", "2z": "wind_south", "3z": "wind_west", "4z": "wind_north" };

function avatar(view, seat) {
  const wind = windOf(view, seat);
  const letter = Array.from(called(view, seat))[0] || "?";
  const badge = el("em", { title: tileName(wind) }, text(WINDS[wind]));
  return el("span", { class: `avatar tint-${seat}`, "aria-hidden": "true" }, el("bdi", {}, letter), badge);
}

function nameBlock(view, seat) {
  const wind = el("span", { class: "visually-hidden" }, `${text(WINDS[windOf(view, seat)])} `);
  const name = el("bdi", { class: "name" }, called(view, seat));
  const silver = el("span", { class: "silver" }, amount(view.silver[seat]));
  return el("span", { class: "person" }, wind, name, silver);
}

function chipFor(view, seat) {
  const key = CHIPS[view.present[seat]];
  return key ? el("span", { class: `chip ${view.present[seat]}` }, text(key)) : null;
}

function handCount(view, seat) {
  const open = view.open_hands ? view.open_hands[seat] : null;
  const label = text("tiles_in_hand", { count: view.counts[seat] });
  if (open) return el("span", { class: "open-hand", role: "img", "aria-label": label }, ...openTiles(view, open));
  const backs = Array.from({ length: view.counts[seat] }, () => back());
  return el("span", { class: "held", role: "img", "aria-label": label },
    el("span", { class: "backs" }, ...backs), el("span", { class: "count" }, label));
}

function openTiles(view, tiles) {
  return tiles.map((name) => tile(name, { wild: view.wild }));
}

function plateData(view, seat) {
  const shared = [seat, called(view, seat), view.silver[seat], view.present[seat], view.dealer, view.counts[seat]];
  return [...shared, view.melds[seat], view.bonus[seat], view.bonus_kind, view.open_hands?.[seat], view.wild];
}

function drawPlate(view, seat, place, node) {
  const own = place === 0;
  const melds = view.melds[seat].map((meld) => meldNode(meld, seat, { names: calledAll(view) }));
  const meldRow = el("span", { class: `melds n${melds.length}` }, ...melds);
  const shown = [chipFor(view, seat), isMine(view, seat) ? null : handCount(view, seat)].filter(Boolean);
  const status = shown.length ? el("span", { class: "status" }, ...shown) : null;
  const parts = [avatar(view, seat), nameBlock(view, seat), status];
  if (!own) parts.push(meldRow, bonusNode(view.bonus_kind, view.bonus[seat]));
  node.replaceChildren(...parts.filter(Boolean));
  const label = isMine(view, seat) ? text("your_seat") : text("seat_of", { name: called(view, seat) });
  node.setAttribute("aria-label", label);
}

/** Draw the four plates and what the reader laid out. */
export function renderPlates(view) {
  for (const place of PLACES) {
    const seat = seatAt(view, place);
    const node = byId(`plate-${place}`);
    whenChanged(node, plateData(view, seat), () => drawPlate(view, seat, place, node));
    node.classList.toggle("turn", view.turn === seat && (view.phase === "act" || view.phase === "deal"));
    node.classList.toggle("few", view.melds[seat].length < 2);
    node.classList.toggle("gone", view.present[seat] === "away");
  }
  const own = seatAt(view, 0);
  const melds = byId("own-melds");
  whenChanged(melds, [view.melds[own], own], () => {
    melds.className = `melds n${view.melds[own].length}`;
    melds.replaceChildren(...view.melds[own].map((meld) => meldNode(meld, own, { names: calledAll(view) })));
  });
  const bonus = byId("own-bonus");
  whenChanged(bonus, [view.bonus_kind, view.bonus[own]], () => {
    bonus.replaceChildren(bonusNode(view.bonus_kind, view.bonus[own]) ?? "");
  });
}
