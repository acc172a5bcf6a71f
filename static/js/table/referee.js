// The referee's hand at the table: why it stands still, what is said to the players, and their calls and reports.
import { byId } from "./dom.js";
import { el } from "./dom.js";
import { whenChanged } from "./dom.js";
import { called } from "./places.js";
import { signed } from "./words.js";
import { text } from "./words.js";

const KINDS = ["name", "phrases", "stalling", "collusion", "other"];
const MOST = 300;

/** The sentence for a notice of the view; the referee's own words stand behind it. */
function words(view, notice) {
  const name = notice.seat === undefined ? notice.name ?? "" : called(view, notice.seat);
  const values = { ...notice, name, silver: signed(notice.silver ?? 0) };
  const said = text(`notice_${notice.code}`, values);
  return [said, notice.text].filter(Boolean).join(" ");
}

export class Referee {
  /** `ask(frame)` sends a frame and gives its id; `announcer` says what is new. */
  constructor({ ask, announcer }) {
    Object.assign(this, { ask, announcer });
    this.seen = new Set();
    this.sent = new Map();
    this.text = byId("call-text");
    byId("notice-close").addEventListener("click", () => { byId("notice").hidden = true; });
    // A table among friends has no referee.
    this.refereed = byId("call") !== null;
    if (!this.refereed) return;
    byId("call").addEventListener("click", () => this.call());
    byId("report").addEventListener("click", () => this.report());
    byId("report-kind").replaceChildren(...KINDS.map((kind) => el("option", { value: kind }, text(`report_${kind}`))));
  }

  show(view) {
    const [halt] = view.phase === "closed" ? [] : view.halts ?? [];
    const node = byId("halt");
    whenChanged(node, halt ?? null, () => {
      node.hidden = !halt;
      node.replaceChildren(...(halt ? [el("b", {}, text(`halt_${halt.why}`)), el("bdi", {}, halt.text)] : []));
      if (halt) this.announcer.urgent([text(`halt_${halt.why}`), halt.text].filter(Boolean).join(" "));
    });
    document.body.classList.toggle("halted", Boolean(halt));
    for (const notice of view.notices ?? []) this.tell(view, notice);
    this.offer(view);
  }

  tell(view, notice) {
    const key = `${view.hand}.${notice.number}`;
    if (this.seen.has(key)) return;
    this.seen.add(key);
    const said = words(view, notice);
    byId("notice-text").textContent = said;
    byId("notice").hidden = false;
    this.announcer.line(said);
    this.announcer.urgent(said);
  }

  /** Whom one may report: people at the table but oneself. */
  offer(view) {
    byId("speak").hidden = view.seat === null;
    if (!this.refereed) return;
    const node = byId("report-seat");
    const others = [0, 1, 2, 3].filter((seat) => seat !== view.seat && view.present[seat] !== "bot");
    whenChanged(node, others.map((seat) => called(view, seat)), () => {
      node.replaceChildren(...others.map((seat) => el("option", { value: seat }, called(view, seat))));
    });
    byId("report-part").hidden = others.length === 0;
  }

  call() {
    this.sent.set(this.ask({ type: "call", text: this.text.value.trim().slice(0, MOST) }), "call");
    byId("call").disabled = true;
  }

  report() {
    const frame = {
      type: "report", seat: Number(byId("report-seat").value), kind: byId("report-kind").value,
      text: byId("report-text").value.trim().slice(0, MOST),
    };
    this.sent.set(this.ask(frame), "report");
    byId("report").disabled = true;
  }

  /** Whether an answer was to a call or a report; says how it went. */
  settled(id, refusal) {
    const what = this.sent.get(id);
    if (!what) return false;
    this.sent.delete(id);
    byId(what).disabled = false;
    const outcome = refusal ? `${what}_${refusal.code === "busy" ? "busy" : "refused"}` : `${what}_sent`;
    if (!refusal) byId(`${what}-text`).value = "";
    byId("speak-said").textContent = text(outcome);
    return true;
  }
}
