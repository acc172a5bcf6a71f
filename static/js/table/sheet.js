// The score sheet after a hand: the server's own page of it, laid over the table, with 继续 and its countdown.
import { byId } from "./dom.js";
import { el } from "./dom.js";
import { fetchDocument } from "./dom.js";
import { whenChanged } from "./dom.js";
import { dress } from "./dress.js";
import { called } from "./places.js";
import { trapFocus } from "./trap.js";
import { phrase } from "./words.js";
import { text } from "./words.js";

const AGAIN_MS = 2000;

/** What the hand came to in one sentence, while the sheet itself is on its way. */
function headline(view) {
  const { result } = view;
  if (result.kind === "draw") return el("h2", { id: "sheet-title" }, text("sheet_draw"));
  const giver = result.from === null ? "" : called(view, result.from);
  const key = { self_draw: "sheet_self_draw", discard: "sheet_discard", rob_kong: "sheet_rob_kong" }[result.by];
  return el("h2", { id: "sheet-title" }, phrase(key, { name: called(view, result.winner), name_from: giver }));
}

export class Sheet {
  /** `onContinue()` answers the result's decision; `address(handId)` is where the sheet is read. */
  constructor({ onContinue, address, timeLeft }) {
    Object.assign(this, { onContinue, address, timeLeft });
    this.node = byId("sheet");
    this.body = byId("sheet-body");
    this.go = byId("sheet-continue");
    this.shownFor = null;
    this.leadsOn = false;
    this.before = null;
    trapFocus(this.node, () => this.isModal);
    this.node.addEventListener("keydown", (event) => { if (event.key === "Escape" && this.isModal) this.lookAway(); });
    this.go.addEventListener("click", () => this.onContinue());
    byId("sheet-fold").addEventListener("click", () => this.fold(!this.node.classList.contains("folded")));
    setInterval(() => this.tick(), 250);
  }

  /** Over the board the open sheet is all there is; in the text mode it is one part among others. */
  get isModal() {
    return !this.node.hidden && !this.node.classList.contains("folded") && document.body.dataset.mode !== "text";
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
    whenChanged(this.body, view.result.hand_id, () => this.fetch(view));
    const last = closed || view.hand >= view.hands;
    byId("sheet-room").hidden = !last;
    byId("sheet-room").className = closed ? "go" : "plain";
    const asked = Boolean(view.decision) && !closed;
    const answering = document.activeElement === this.go && (!asked || !enabled);
    if (answering) byId("sheet-fold").focus(); // a button that goes must not take the focus with it
    this.go.hidden = !asked;
    this.go.disabled = !enabled;
    byId("sheet-wait").hidden = asked || closed;
    this.markVoid();
    this.reveal(view.result.hand_id);
    this.takeFocus();
    this.tick();
  }

  /** Read the sheet of a hand; a line that fails is tried again for as long as the hand is shown. */
  async fetch(view) {
    const hand = view.result.hand_id;
    this.body.replaceChildren(headline(view), el("p", { class: "soft", role: "status" }, text("sheet_coming")));
    for (;;) {
      const read = await fetchDocument(this.address(hand)).catch(() => null);
      if (this.view.result?.hand_id !== hand) return;
      if (read) {
        this.fill(read);
        return;
      }
      await new Promise((resolve) => { setTimeout(resolve, AGAIN_MS); });
    }
  }

  /** The server's markup, which it has escaped; the page's policy lets no script of it run. */
  fill(read) {
    this.body.replaceChildren(...read.body.childNodes);
    dress(this.body);
    this.markVoid();
  }

  /** What an organiser has voided while its sheet is shown. */
  markVoid() {
    const why = this.view.result?.void;
    const mark = this.body.querySelector(".void");
    if (why === undefined) mark?.remove();
    else if (!mark) this.body.prepend(el("p", { class: "void" }, el("b", {}, text("sheet_void")), " ", el("bdi", {}, why)));
  }

  reveal(key) {
    if (this.shownFor === key) return;
    this.shownFor = key;
    this.before = document.activeElement;
    this.node.hidden = false;
    this.fold(false);
    this.body.scrollTop = 0;
    this.body.focus({ preventScroll: true });
    this.leadsOn = document.body.dataset.mode !== "text";
  }

  /** To 继续, once it can be pressed: the answer to the hand's last move may still be on its way. Nobody is moved twice. */
  takeFocus() {
    if (!this.leadsOn || this.go.hidden || this.go.disabled) return;
    this.leadsOn = false;
    if (document.activeElement === this.body) this.go.focus({ preventScroll: true });
  }

  fold(folded) {
    this.node.classList.toggle("folded", folded);
    byId("sheet-fold").textContent = text(folded ? "unfold" : "fold");
    byId("sheet-fold").setAttribute("aria-expanded", String(!folded));
    this.node.setAttribute("aria-modal", String(this.isModal));
  }

  /** Escape: the table is seen again, and the focus where the sheet comes back. */
  lookAway() {
    this.fold(true);
    byId("sheet-fold").focus();
  }

  close() {
    if (this.shownFor === null) return;
    this.shownFor = null;
    const held = this.node.contains(document.activeElement);
    this.node.hidden = true;
    if (!held) return;
    const own = byId(document.body.dataset.mode === "text" ? "command-input" : "hand");
    (this.before !== document.body && this.before?.checkVisibility() ? this.before : own).focus({ preventScroll: true });
  }

  tick() {
    if (this.node.hidden) return;
    const left = this.timeLeft();
    const seconds = left === null || this.view.phase === "closed" ? "" : String(Math.ceil(left / 1000));
    byId("sheet-seconds").textContent = seconds;
  }
}
