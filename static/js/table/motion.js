// Tiles in motion, from the events of a frame. The page is already drawn when a flight begins: a ghost flies over it
// and the tile that has arrived waits unseen meanwhile. Nothing here takes a tap or delays what is true.
import { byId } from "./dom.js";
import { placeOf } from "./places.js";

const FLIGHT_MS = 200;
const BONUS_MS = 600;
const DRAW_MS = 180;
const EASING = "cubic-bezier(.2, .7, .3, 1)";
/** Which tile of a meld was claimed, by the side its giver sits on: right, across, left. */
const CLAIMED = { 1: 2, 2: 1, 3: 0 };

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Motion is shown to whoever sees the page and has not asked for stillness. */
function allowed() {
  return !calm.matches && !document.hidden;
}

function boxOf(node) {
  const box = node?.getBoundingClientRect();
  return box && box.width > 0 ? box : null;
}

function animated(node, frames, ms) {
  return node.animate(frames, { duration: ms, easing: EASING });
}

/** Let `target` arrive from the box `from`. */
function fly(target, from, ms = FLIGHT_MS) {
  const to = boxOf(target);
  if (!to || !from) return;
  const holder = byId("calls");
  const origin = holder.getBoundingClientRect();
  const ghost = target.cloneNode(true);
  for (const name of ["id", "role", "aria-label", "aria-selected"]) ghost.removeAttribute(name);
  ghost.classList.add("ghost");
  ghost.style.left = `${to.left - origin.left}px`;
  ghost.style.top = `${to.top - origin.top}px`;
  ghost.style.setProperty("--w", `${to.width}px`);
  holder.append(ghost);
  const across = from.left + from.width / 2 - (to.left + to.width / 2);
  const down = from.top + from.height / 2 - (to.top + to.height / 2);
  const scale = Math.min(2.2, Math.max(0.5, from.width / to.width));
  const flight = animated(ghost, [{ transform: `translate(${across}px, ${down}px) scale(${scale})` }, { transform: "none" }], ms);
  const landed = () => {
    ghost.remove();
    target.classList.remove("arriving");
  };
  flight.onfinish = landed;
  flight.oncancel = landed;
  target.classList.add("arriving");
}

/** The tile of a meld that the event brought. */
function arrived(event, place) {
  const melds = [...document.querySelectorAll(place === 0 ? "#own-melds .meld" : `#plate-${place} .meld`)];
  if (event.type === "kong" && event.kind === "kong_added") {
    const kong = melds.reverse().find((meld) => meld.querySelector(`[data-tile="${event.tile}"]`));
    return kong?.querySelector(".fourth");
  }
  const meld = melds[melds.length - 1];
  const at = CLAIMED[meld?.dataset.from] ?? 1;
  return meld?.children[at];
}

export class Motion {
  constructor() {
    this.seen = null;
  }

  /** Where things lie before a frame is drawn. */
  glance() {
    this.seen = null;
    if (!allowed()) return;
    const places = [0, 1, 2, 3];
    this.seen = {
      rivers: places.map((place) => boxOf(byId(`river-${place}`).lastElementChild)),
      seats: places.map((place) => boxOf(document.querySelector(`#plate-${place} .avatar`))),
      drawn: boxOf(document.querySelector("#hand .drawn") ?? byId("hand").lastElementChild),
    };
  }

  /** Show the events of a frame that has been drawn; `already` names the types of one's own that were shown before. */
  follow(view, events, already = []) {
    if (!this.seen || !allowed()) return;
    for (const event of events) {
      const own = event.seat !== undefined && event.seat === view.seat;
      if (!(own && already.includes(event.type))) this.show(view, event, own);
    }
  }

  show(view, event, own) {
    const place = event.seat === undefined ? null : placeOf(view, event.seat);
    const hand = own ? this.seen.drawn : this.seen.seats[place];
    if (event.type === "discard") this.discard(place, event.tile, hand);
    else if (event.type === "bonus") fly(bonusTile(place), hand, BONUS_MS);
    else if (event.type === "draw" && own) slideIn(document.querySelector("#hand .drawn"));
    else if (event.type === "win" && own) pulse(document.querySelector("#hand .winning"));
    else if (["chow", "pong", "kong"].includes(event.type)) this.claim(view, event, place, hand);
  }

  discard(place, name, from) {
    const target = byId(`river-${place}`).lastElementChild;
    if (target?.dataset.tile === name) fly(target, from);
  }

  claim(view, event, place, hand) {
    const meld = view.melds[event.seat][view.melds[event.seat].length - 1];
    const ownTile = event.type === "kong" && event.kind !== "kong_open";
    const giver = ownTile || typeof meld?.from !== "number" ? null : placeOf(view, meld.from);
    fly(arrived(event, place), giver === null ? hand : this.seen.rivers[giver]);
  }

  /** The reader's own throw, from the box where the tile lay. */
  throwFrom(box) {
    if (allowed()) fly(byId("river-0").lastElementChild, box);
  }

  /** A throw that was refused comes back from the river's box to the hand. */
  bringBack(name, box) {
    const mine = [...document.querySelectorAll(`#hand [data-tile="${name}"]`)];
    if (allowed()) fly(mine[mine.length - 1], box);
  }
}

function bonusTile(place) {
  return document.querySelector(place === 0 ? "#own-bonus .tile" : `#plate-${place} .bonus .tile`);
}

function slideIn(node) {
  if (node) animated(node, [{ transform: "translate(14px, -16px)", opacity: 0.2 }, { transform: "none", opacity: 1 }], DRAW_MS);
}

function pulse(node) {
  if (node) animated(node, [{ transform: "none" }, { transform: "scale(1.15)" }, { transform: "none" }], FLIGHT_MS);
}
