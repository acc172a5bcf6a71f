// The countdown. The server sends milliseconds left; the browser only counts down from the moment they came.
import { byId } from "./dom.js";

const HURRY_MS = 5000;
const PLAYING = ["act", "claim", "rob"];

/** Base time and reserve at the moment `now`, counted from what the last view said. */
export function remaining(view, receivedAt, now) {
  if (view.deadline_ms === null || view.deadline_ms === undefined) return null;
  const gone = view.halts?.length ? 0 : now - receivedAt;
  const base = Math.max(0, view.deadline_ms - gone);
  const usesReserve = view.phase === "act" && view.decision && view.seat !== null && view.turn === view.seat;
  const over = Math.max(0, gone - view.deadline_ms);
  const reserve = usesReserve ? Math.max(0, (view.reserve_ms || 0) - over) : null;
  return { base, reserve };
}

export class Clock {
  constructor({ onHurry }) {
    this.view = null;
    this.receivedAt = 0;
    this.stoodAt = null;
    this.full = 1;
    this.onHurry = onHurry;
    this.hurried = null;
    this.timer = setInterval(() => this.draw(), 200);
  }

  show(view) {
    const sameQuestion = this.view && this.view.phase === view.phase && this.view.decision === view.decision
      && this.view.turn === view.turn && this.view.hand === view.hand;
    const left = view.deadline_ms ?? 0;
    this.full = sameQuestion ? Math.max(this.full, left, 1) : Math.max(left, 1);
    this.view = view;
    this.receivedAt = performance.now();
    this.stoodAt = null;
    this.draw();
  }

  /** The server's clocks stand still, and the number with them from this moment; the next view says what is left. */
  stand() {
    this.stoodAt ??= performance.now();
    this.draw();
  }

  now() {
    return this.stoodAt ?? performance.now();
  }

  /** Milliseconds until this seat loses its decision, reserve included; null when nothing runs. */
  left() {
    const time = this.view && remaining(this.view, this.receivedAt, this.now());
    return time ? time.base + (time.reserve || 0) : null;
  }

  /** While a hand is played with clocks, the clock keeps its place even when none runs: nothing beside it moves. */
  keepsPlace() {
    return PLAYING.includes(this.view.phase) && !byId("no-limit");
  }

  draw() {
    const node = byId("clock");
    if (!node || !this.view) return;
    const time = remaining(this.view, this.receivedAt, this.now());
    node.hidden = time === null && !this.keepsPlace();
    node.classList.toggle("idle", time === null);
    if (time === null) return;
    const onReserve = time.base === 0 && time.reserve !== null;
    const shown = onReserve ? time.reserve : time.base;
    byId("clock-number").textContent = String(Math.ceil(shown / 1000));
    byId("clock-reserve").textContent = time.reserve !== null && !onReserve ? `+${Math.ceil(time.reserve / 1000)}` : "";
    node.classList.toggle("with-reserve", time.reserve !== null && !onReserve);
    const part = onReserve ? shown / Math.max(1, this.view.reserve_ms || 1) : shown / this.full;
    byId("clock-arc").setAttribute("stroke-dashoffset", (100 - 100 * Math.min(1, part)).toFixed(1));
    const hurry = Boolean(this.view.decision) && shown <= HURRY_MS;
    node.classList.toggle("hurry", hurry);
    node.classList.toggle("reserve", onReserve);
    if (hurry && this.hurried !== this.view.decision && shown > 0) {
      this.hurried = this.view.decision;
      this.onHurry(Math.ceil(shown / 1000));
    }
  }
}
