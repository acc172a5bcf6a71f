// The reader's own tiles: a listbox. A tap lifts a tile, a second tap, a swipe upwards or Enter throws it; whoever
// prefers it throws with one tap, or with two in quick succession only.
import { byId } from "./dom.js";
import { el } from "./dom.js";
import { whenChanged } from "./dom.js";
import { tile } from "./tile.js";
import { waitsAfter } from "./waits.js";
import { waitsText } from "./waits.js";
import { text } from "./words.js";
import { tileName } from "./words.js";

const SWIPE_PX = 24;
const DOUBLE_MS = 400;

/** The tiles of `mine` as they lay before, what is new at the end: the order of somebody who sorts by hand. */
function asBefore(mine, before) {
  const rest = [...mine];
  const kept = before.filter((name) => {
    const at = rest.indexOf(name);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  });
  return [...kept, ...rest];
}

/** Own tiles in the order shown: wild tiles first, the drawn tile last and apart; unsorted ones as `before`. */
export function arrange(view, before = []) {
  const sorted = !view.wishes || view.wishes.includes("sort");
  const rest = sorted ? [...(view.mine || [])] : asBefore(view.mine || [], before);
  const drawnAt = view.drawn ? rest.lastIndexOf(view.drawn) : -1;
  if (drawnAt >= 0) rest.splice(drawnAt, 1);
  if (!sorted) return laid(rest, drawnAt >= 0 ? view.drawn : null);
  const wild = rest.filter((name) => name === view.wild);
  const plain = rest.filter((name) => name !== view.wild);
  return laid([...wild, ...plain], drawnAt >= 0 ? view.drawn : null);
}

function laid(names, drawn) {
  const tiles = names.map((name) => ({ name, drawn: false }));
  return drawn ? [...tiles, { name: drawn, drawn: true }] : tiles;
}

export class Hand {
  /** `onDiscard(tile)` throws a tile, `onLift(tile|null)` hears what is lifted, `onRefuse(reason)` why not.
   *  `taps()` is what throws a tile: "lift" (a tap on a lifted one), "single" or "double". */
  constructor({ onDiscard, onLift, onRefuse, taps = () => "lift" }) {
    Object.assign(this, { onDiscard, onLift, onRefuse, taps });
    this.node = byId("hand");
    this.view = null;
    this.tiles = [];
    this.lifted = -1;
    this.cursor = 0;
    this.press = null;
    this.tappedAt = 0;
    this.enabled = false;
    this.node.addEventListener("pointerdown", (event) => this.pressed(event));
    this.node.addEventListener("pointerup", (event) => this.released(event));
    this.node.addEventListener("pointercancel", () => { this.press = null; });
    this.node.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  show(view, enabled) {
    const before = this.lifted >= 0 ? this.tiles[this.lifted] : null;
    this.view = view;
    this.enabled = enabled;
    this.tiles = arrange(view, this.tiles.map(({ name }) => name));
    this.lifted = before ? this.find(before) : -1;
    if (before && this.lifted < 0) this.onLift(null);
    this.cursor = Math.min(this.cursor, Math.max(0, this.tiles.length - 1));
    whenChanged(this.node, [this.tiles, view.wild, view.waits?.after], () => this.draw());
    this.mark();
    if (this.lifted >= 0) this.onLift(this.tiles[this.lifted].name);
  }

  /** Where a lifted tile lies after a new view: the same place, or another of its kind unless it was the drawn one. */
  find(before) {
    return this.tiles.findIndex(({ name }, at) => name === before.name && (at === this.lifted || !before.drawn));
  }

  /** What may be thrown now. */
  throwable() {
    const discards = (this.view.legal || []).filter((action) => action.type === "discard");
    return new Set(discards.map((action) => action.tile));
  }

  draw() {
    const options = this.tiles.map((item, index) => tile(item.name, {
      size: "hand", wild: this.view.wild, tag: "div", classes: item.drawn ? "drawn" : "",
      attributes: { role: "option", id: `hand-${index}`, "data-index": index, "aria-label": this.label(item, index) },
    }));
    for (const [index, { name }] of this.tiles.entries()) {
      if (!waitsAfter(this.view, name).length) continue;
      options[index].append(el("i", { class: "ready", "aria-hidden": "true" }, text("ready_tab")));
    }
    this.node.replaceChildren(...options);
    this.node.dataset.count = String(this.tiles.length);
    const resting = this.tiles.length % 3 === 1; // one more will be drawn
    this.node.classList.toggle("one-row", this.tiles.length <= 9);
    this.node.classList.toggle("resting", resting);
    this.node.style.setProperty("--slots", String(this.tiles.length + (resting ? 1 : 0)));
  }

  label(item, index) {
    const parts = [tileName(item.name)];
    if (item.name === this.view.wild) parts.push(text("wild"));
    if (item.drawn) parts.push(text("just_drawn"));
    const waits = waitsAfter(this.view, item.name);
    if (waits.length) parts.push(text("ready_after", { waits: waitsText(waits) }));
    parts.push(text("position", { number: index + 1, count: this.tiles.length }));
    return parts.join(text("comma"));
  }

  mark() {
    const throwable = this.throwable();
    this.node.classList.toggle("on-turn", this.enabled && throwable.size > 0);
    for (const [index, option] of [...this.node.children].entries()) {
      option.classList.toggle("lifted", index === this.lifted);
      option.setAttribute("aria-selected", String(index === this.lifted));
      option.classList.toggle("cursor", index === this.cursor);
      option.classList.toggle("locked", throwable.size > 0 && !throwable.has(this.tiles[index].name));
    }
    this.node.setAttribute("aria-activedescendant", this.tiles.length ? `hand-${this.cursor}` : "");
  }

  /** Frame the own tiles that a claim would use. */
  use(names) {
    const wanted = [...names];
    for (const [index, option] of [...this.node.children].entries()) {
      const at = wanted.indexOf(this.tiles[index].name);
      if (at >= 0) wanted.splice(at, 1);
      option.classList.toggle("usable", at >= 0);
    }
  }

  pressed(event) {
    const option = event.target.closest("[role=option]");
    if (!option || event.button > 0) return;
    this.press = { index: Number(option.dataset.index), y: event.clientY };
    this.node.setPointerCapture(event.pointerId);
  }

  released(event) {
    const press = this.press;
    this.press = null;
    if (!press) return;
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("#hand [role=option]");
    if (press.y - event.clientY > SWIPE_PX) this.fire(press.index);
    else if (under && Number(under.dataset.index) === press.index) this.tap(press.index);
  }

  tap(index) {
    this.cursor = index;
    const again = this.lifted === index;
    const quick = performance.now() - this.tappedAt < DOUBLE_MS;
    this.tappedAt = performance.now();
    const taps = this.taps();
    if (taps === "single" || (again && (taps === "lift" || quick))) this.fire(index);
    else this.lift(index);
  }

  lift(index) {
    this.lifted = index;
    this.mark();
    this.onLift(index >= 0 ? this.tiles[index].name : null);
  }

  /** Throw a tile, or say why it cannot be thrown and let it down again. */
  fire(index) {
    const item = this.tiles[index];
    if (!item) return;
    this.cursor = index;
    const reason = this.whyNot(item.name);
    if (reason === null) {
      this.node.children[index].classList.add("pending");
      this.onDiscard(item.name);
    } else {
      this.onRefuse(reason);
      this.lift(-1);
    }
  }

  whyNot(name) {
    if (name === this.view.wild) return text("why_wild");
    if (!this.enabled || !this.view.decision) return text("why_not_now");
    const throwable = this.throwable();
    if (!throwable.size) return text(this.view.phase === "act" ? "must_win" : "why_not_turn");
    return throwable.has(name) ? null : text("why_illegal");
  }

  move(step) {
    if (!this.tiles.length) return;
    this.cursor = Math.min(this.tiles.length - 1, Math.max(0, this.cursor + step));
    this.mark();
  }

  /** Put the cursor on the drawn tile, if there is one. */
  toDrawn() {
    const at = this.tiles.findIndex((item) => item.drawn);
    if (at >= 0) this.move(at - this.cursor);
  }
}
