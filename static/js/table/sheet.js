// The score sheet after a hand: the hand in its reading, every line of 胡 and 台, the formula, who pays whom.
import { byId } from "./dom.js";
import { el } from "./dom.js";
import { whenChanged } from "./dom.js";
import { paymentList } from "./payments.js";
import { seatTable } from "./payments.js";
import { called } from "./places.js";
import { laidOut } from "./reading.js";
import { tile } from "./tile.js";
import { amount } from "./words.js";
import { phrase } from "./words.js";
import { signed } from "./words.js";
import { term } from "./words.js";
import { text } from "./words.js";

function headline(view) {
  const { result } = view;
  if (result.kind === "draw") return el("h2", { id: "sheet-title" }, text("sheet_draw"));
  const giver = result.from === null ? "" : called(view, result.from);
  const key = { self_draw: "sheet_self_draw", discard: "sheet_discard", rob_kong: "sheet_rob_kong" }[result.by];
  return el("h2", { id: "sheet-title" }, phrase(key, { name: called(view, result.winner), name_from: giver }));
}

function lines(score) {
  const rows = score.items.map((item) => line(term("item", item.key), item.tiles, text("plus_hu", { count: item.hu })));
  const tai = score.tai_items.map((item) => line(term("tai", item.key), item.tiles, text("plus_tai", { count: item.tai })));
  return el("div", { class: "score-lines" }, el("ul", {}, ...rows), el("ul", {}, ...tai));
}

function line(label, tiles, worth) {
  const faces = (tiles || []).slice(0, 4).map((name) => tile(name));
  return el("li", {}, el("span", { class: "label" }, label), el("span", { class: "melds" }, ...faces), el("b", {}, worth));
}

function superscript(number) {
  return Array.from(String(number), (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("");
}

/** The winner's total, and what it means for the reader. */
function verdict(view) {
  const { result, seat } = view;
  const parts = [];
  if (result.kind === "win") {
    parts.push(el("span", { class: "total" }, text("total_hu", { count: result.seats[result.winner].total })));
  }
  if (result.liable) parts.push(el("span", {}, term("result", "liable")));
  if (seat !== null) {
    const moved = result.silver_moved?.[seat] ?? 0;
    const words = text("your_silver", { change: signed(moved), silver: amount(view.silver[seat]) });
    parts.push(el("span", { class: moved < 0 ? "minus" : "plus" }, words));
  }
  return el("p", { class: "verdict" }, ...parts);
}

/** base × 2^tai = … → rounded → capped. */
export function formula(score) {
  const power = score.base * 2 ** score.tai;
  const rounded = score.rounded ?? Math.ceil(power / 10) * 10;
  const parts = [text("formula", { base: score.base, tai: superscript(score.tai), power })];
  if (score.raw_tai > score.tai) parts.unshift(text("tai_capped", { raw: score.raw_tai, tai: score.tai }));
  if (rounded !== power) parts.push(text("formula_rounded", { rounded }));
  if (score.first) parts.push(text("formula_first", { first: term("first", score.first), total: score.total }));
  else if (score.total < rounded) parts.push(text("formula_capped", { total: score.total }));
  const total = el("b", {}, text("total_hu", { count: score.total }));
  return el("p", { class: "sum-line" }, ...parts.map((part) => el("span", {}, part)), total);
}

function winnerPart(view) {
  const { result } = view;
  if (result.kind === "draw") return el("p", { class: "soft" }, text("sheet_draw_text"));
  const score = result.seats[result.winner];
  return el("section", { class: "winner" }, laidOut(view, result.winner, score), lines(score), formula(score));
}

function losers(view) {
  const { result } = view;
  const others = [0, 1, 2, 3].filter((seat) => result.kind !== "win" || seat !== result.winner);
  return others.map((seat) => {
    const score = result.seats[seat];
    const label = el("summary", {}, el("bdi", {}, called(view, seat)), el("b", {}, text("total_hu", { count: score.total })));
    const lay = laidOut(view, seat, score);
    return el("details", {}, label, lay, ...(score.items?.length ? [lines(score), formula(score)] : []));
  });
}

export class Sheet {
  /** `onContinue()` answers the result's decision; `urls` has `replay(handId)` and `event`. */
  constructor({ onContinue, urls, timeLeft }) {
    Object.assign(this, { onContinue, urls, timeLeft });
    this.node = byId("sheet");
    this.body = byId("sheet-body");
    this.go = byId("sheet-continue");
    this.shownFor = null;
    this.go.addEventListener("click", () => this.onContinue());
    byId("sheet-fold").addEventListener("click", () => this.fold(!this.node.classList.contains("folded")));
    setInterval(() => this.tick(), 250);
  }

  show(view, enabled) {
    this.view = view;
    const open = Boolean(view.result) && (view.phase === "result" || view.phase === "closed");
    const closed = view.phase === "closed";
    byId("closed-note").hidden = !closed || open;
    if (!open) {
      this.close();
      return;
    }
    whenChanged(this.body, [view.result, view.names, view.silver, view.melds], () => this.draw(view));
    const last = closed || view.hand >= view.hands;
    byId("sheet-room").hidden = !last;
    byId("sheet-room").className = closed ? "go" : "plain";
    const asked = Boolean(view.decision) && !closed;
    this.go.hidden = !asked;
    this.go.disabled = !enabled;
    byId("sheet-wait").hidden = asked || closed;
    this.reveal(view.result.hand_id ?? view.hand);
    this.tick();
  }

  draw(view) {
    const { result } = view;
    const replay = el("a", { href: this.urls.replay(result.hand_id) }, text("replay"));
    const silver = el("p", { class: "soft small" }, text("play_money"));
    const voided = result.void === undefined ? null : el("p", { class: "void" }, el("b", {}, text("sheet_void")), " ", result.void);
    this.body.replaceChildren(
      headline(view), ...(voided ? [voided] : []), verdict(view), winnerPart(view), seatTable(view), paymentList(view), ...losers(view),
      el("p", { class: "links" }, replay), silver,
    );
  }

  reveal(key) {
    if (this.shownFor === key) return;
    this.shownFor = key;
    this.node.hidden = false;
    this.fold(false);
    this.body.scrollTop = 0;
    if (!this.go.hidden) this.go.focus({ preventScroll: true });
  }

  fold(folded) {
    this.node.classList.toggle("folded", folded);
    byId("sheet-fold").textContent = text(folded ? "unfold" : "fold");
    byId("sheet-fold").setAttribute("aria-expanded", String(!folded));
  }

  close() {
    if (this.shownFor === null) return;
    this.shownFor = null;
    this.node.hidden = true;
    if (this.node.contains(document.activeElement)) byId(document.body.dataset.mode === "text" ? "command-input" : "hand").focus();
  }

  tick() {
    if (this.node.hidden) return;
    const left = this.timeLeft();
    const seconds = left === null || this.view.phase === "closed" ? "" : String(Math.ceil(left / 1000));
    byId("sheet-seconds").textContent = seconds;
  }
}
