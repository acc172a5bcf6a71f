// The reader's own tiles: a listbox. A tap lifts a tile, a second tap, a swipe upwards or Enter throws it; whoever
// prefers it throws with one tap, or with two in quick succession only.
import { byId } from "./dom.js";
import { el } from "./dom.js";
import { whenChanged } from "./dom.js";
import { Drag } from "./drag.js";
import { arrange } from "./order.js";
import { isSorted } from "./order.js";
import { moved } from "./order.js";
import { tile } from "./tile.js";
import { waitsAfter } from "./waits.js";
import { waitsText } from "./waits.js";
import { text } from "./words.js";
import { tileName } from "./words.js";

const SWIPE_PX = 24;
const DOUBLE_MS = 400;

export class Hand {
  /** `onDiscard(tile, index)` throws a tile, `onLift(tile|null, fresh)` hears what is lifted, `fresh` when just now,
   *  `onRefuse(reason)` hears why a tile cannot be thrown.
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
    this.placedFor = null;
    this.drag = new Drag(this.node, {
      allowed: () => this.view !== null && !isSorted(this.view), onDrop: (from, to) => this.lay(from, to),
    });
    this.node.addEventListener("pointerdown", (event) => this.pressed(event));
    this.node.addEventListener("pointerup", (event) => this.released(event));
    this.node.addEventListener("pointermove", (event) => { if (this.press) this.drag.follow(this.press, event); });
    this.node.addEventListener("pointercancel", () => { this.press = null; this.drag.end(); });
    this.node.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  show(view, enabled) {
    const before = this.lifted >= 0 ? this.tiles[this.lifted] : null;
    this.view = view;
    this.enabled = enabled;
    const placed = view.decision !== null && this.placedFor === view.decision;
    this.tiles = arrange(view, this.tiles.map(({ name }) => name), placed);
    this.lifted = before ? this.find(before) : -1;
    if (before && this.lifted < 0) this.onLift(null);
    this.cursor = Math.min(this.cursor, Math.max(0, this.tiles.length - 1));
    this.refresh();
    if (this.lifted >= 0) this.onLift(this.tiles[this.lifted].name);
  }

  refresh() {
    const data = [this.tiles, this.view.wild, this.view.waits?.after];
    whenChanged(this.node, data, () => this.draw());
    this.mark();
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

  /** Tiles that stay keep their nodes: drawing tiles anew is slow on a phone. */
  draw() {
    const { wild } = this.view;
    const pool = [...this.node.children];
    const options = this.tiles.map(({ name }) => {
      const at = pool.findIndex((option) => option.dataset.tile === name && option.classList.contains("wild") === (name === wild));
      return at >= 0 ? pool.splice(at, 1)[0] : tile(name, { size: "hand", wild, tag: "div", attributes: { role: "option" } });
    });
    for (const option of pool) option.remove();
    for (const [index, option] of options.entries()) {
      if (this.node.children[index] !== option) this.node.insertBefore(option, this.node.children[index] ?? null);
      this.describe(option, this.tiles[index], index);
    }
    this.node.dataset.count = String(this.tiles.length);
    const resting = this.tiles.length % 3 === 1; // one more will be drawn
    this.node.classList.toggle("one-row", this.tiles.length > 0 && this.tiles.length <= 9);
    this.node.classList.toggle("resting", resting);
    this.node.style.setProperty("--slots", String(this.tiles.length + (resting ? 1 : 0)));
  }

  /** What changes about a tile that stays. */
  describe(option, item, index) {
    option.id = `hand-${index}`;
    option.dataset.index = String(index);
    option.setAttribute("aria-label", this.label(item, index));
    option.classList.toggle("drawn", item.drawn);
    option.querySelector(".ready")?.remove();
    if (!waitsAfter(this.view, item.name).length) return;
    option.append(el("i", { class: "ready", "aria-hidden": "true" }, text("ready_tab")));
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
    const won = this.wonOn();
    this.node.classList.toggle("on-turn", this.enabled && throwable.size > 0);
    for (const [index, option] of [...this.node.children].entries()) {
      option.classList.toggle("lifted", index === this.lifted);
      option.setAttribute("aria-selected", String(index === this.lifted));
      option.classList.toggle("cursor", index === this.cursor);
      option.classList.toggle("winning", index === won);
      option.classList.toggle("locked", throwable.size > 0 && !throwable.has(this.tiles[index].name));
    }
    this.node.setAttribute("aria-activedescendant", this.tiles.length ? `hand-${this.cursor}` : "");
  }

  /** Where the tile lies on which the reader has won; -1 without a win. */
  wonOn() {
    const { result, seat } = this.view;
    if (result?.kind !== "win" || result.winner !== seat) return -1;
    return this.tiles.map(({ name }) => name).lastIndexOf(result.seats[seat].reading?.winning_tile);
  }

  /** Frame the own tiles that a claim would use and write on them what for: `{name, count, caption}` a kind. */
  use(kinds) {
    const left = new Map(kinds.map(({ name, count }) => [name, count]));
    const captions = new Map(kinds.map(({ name, caption }) => [name, caption]));
    for (const [index, option] of [...this.node.children].entries()) {
      const { name } = this.tiles[index];
      const used = (left.get(name) ?? 0) > 0;
      if (used) left.set(name, left.get(name) - 1);
      option.classList.toggle("usable", used);
      option.querySelector(".use")?.remove();
      if (used) option.append(el("i", { class: "use", "aria-hidden": "true" }, captions.get(name)));
    }
  }

  pressed(event) {
    const option = event.target.closest("[role=option]");
    if (!option || event.button > 0) return;
    this.press = { index: Number(option.dataset.index), x: event.clientX, y: event.clientY };
    this.node.setPointerCapture(event.pointerId);
  }

  released(event) {
    const press = this.press;
    this.press = null;
    if (!press) return;
    if (this.drag.active) {
      this.drag.end(event);
      return;
    }
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

  /** A tile has left the hand. */
  drop(index) {
    this.kept = this.tiles;
    this.tiles = this.tiles.filter((_tile, at) => at !== index);
  }

  /** The tile that was dropped has come back to its place. */
  restore() {
    this.tiles = this.kept;
  }

  lift(index) {
    this.lifted = index;
    this.mark();
    this.onLift(index >= 0 ? this.tiles[index].name : null, true);
  }

  /** Throw a tile, or say why it cannot be thrown and let it down again. */
  fire(index) {
    const item = this.tiles[index];
    if (!item) return;
    this.cursor = index;
    const reason = this.whyNot(item.name);
    if (reason === null) {
      this.onDiscard(item.name, index);
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

  /** Lay the tile at `from` at the place `to`; the order is kept for this hand. */
  lay(from, to) {
    const target = Math.min(this.tiles.length - 1, Math.max(0, to));
    if (this.tiles[from].drawn) this.placedFor = this.view.decision;
    this.tiles = moved(this.tiles, from, target);
    this.lifted = -1;
    this.onLift(null);
    this.cursor = target;
    this.refresh();
  }

  /** Move the tile under the cursor `step` places, where the reader lays the tiles. */
  shift(step) {
    if (!this.view || !this.tiles.length) return;
    if (isSorted(this.view)) this.onRefuse(text("why_sorted"));
    else this.lay(this.cursor, this.cursor + step);
  }

  /** Put the cursor on the drawn tile, if there is one. */
  toDrawn() {
    const at = this.tiles.findIndex((item) => item.drawn);
    if (at >= 0) this.move(at - this.cursor);
  }
}
