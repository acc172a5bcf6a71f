// Fixed phrases said across the table: never free text, never in a claim window, and off for who does not want them.
import { byId } from "./dom.js";
import { el } from "./dom.js";
import { called } from "./places.js";
import { placeOf } from "./places.js";
import { text } from "./words.js";

const PHRASES = ["hello", "luck", "nice", "close", "thanks", "sorry", "moment", "hurry", "bye"];
const SHOWN_MS = 4000;

export class Phrases {
  /** `ask(frame)` sends a frame and gives its id; `wanted()` whether the reader wants to hear the others. */
  constructor({ ask, wanted, announcer }) {
    Object.assign(this, { ask, wanted, announcer });
    this.sent = new Set();
    byId("phrases").replaceChildren(...PHRASES.map((phrase) => (
      el("button", { type: "button", class: "plain", onclick: () => this.say(phrase) }, text(`phrase_${phrase}`))
    )));
  }

  say(phrase) {
    this.sent.add(this.ask({ type: "phrase", phrase }));
  }

  /** A phrase from the server, over the plate of who said it. */
  hear(view, frame) {
    if (!PHRASES.includes(frame.phrase) || (frame.seat !== view.seat && !this.wanted())) return;
    const said = text(`phrase_${frame.phrase}`);
    const bubble = el("span", { class: "callout said" }, said);
    bubble.dataset.place = String(placeOf(view, frame.seat));
    byId("calls").append(bubble);
    setTimeout(() => bubble.remove(), SHOWN_MS);
    this.announcer.note("said_by", { name: called(view, frame.seat), said });
  }

  /** Whether an answer was to a phrase; a refusal is shown in the panel. */
  settled(id, refusal) {
    if (!this.sent.delete(id)) return false;
    byId("speak-said").textContent = refusal ? text(refusal.code === "busy" ? "phrase_busy" : "phrase_refused") : "";
    return true;
  }
}
