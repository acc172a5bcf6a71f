// The state of the line in a dot, a word and milliseconds; a bar when it is gone, a panel when it stays gone.
import { byId } from "./dom.js";
import { trapFocus } from "./trap.js";
import { text } from "./words.js";

const PANEL_AFTER_MS = 6000;
const BAR_AFTER_MS = 2000;
/** Other windows of this player are open; the newest ones go on. */
const TOO_MANY = 4008;

export class Connection {
  constructor({ onRetry, onLost, timeLeft }) {
    this.onLost = onLost;
    this.timeLeft = timeLeft;
    this.downSince = null;
    this.shown = "connecting";
    this.before = null;
    trapFocus(byId("offline"), () => true);
    byId("retry").addEventListener("click", onRetry);
    setInterval(() => this.tick(), 500);
  }

  show(state, detail) {
    if (state === "open") {
      this.downSince = null;
      this.word(detail);
    } else {
      if (this.downSince === null) {
        this.downSince = performance.now();
        if (this.shown === "open") this.onLost();
      }
      this.paint("down", text(state === "closed" ? "net_closed" : "net_reconnecting"), "");
    }
    this.shown = state;
    if (state === "closed") this.final(detail);
    this.tick();
  }

  word(ms) {
    if (ms === null || ms === undefined) this.paint("good", text("net_good"), "");
    else if (ms < 150) this.paint("good", text("net_good"), `${ms} ms`);
    else if (ms < 400) this.paint("fair", text("net_fair"), `${ms} ms`);
    else this.paint("poor", text("net_poor"), `${ms} ms`);
  }

  paint(level, word, ms) {
    byId("net").dataset.level = level;
    if (byId("net-word").textContent !== word) byId("net-word").textContent = word;
    byId("net-ms").textContent = ms;
  }

  /** A close that no new attempt can mend: say so, with the way out. */
  final(code) {
    const gone = code === 4004 || code === 4404 || code === 404;
    const why = code === TOO_MANY ? "windows" : gone ? "gone" : "forbidden";
    byId("offline-title").textContent = text(`${why}_title`);
    byId("offline-text").textContent = text(`${why}_text`);
    byId("retry").hidden = true;
    this.cover(true);
    document.body.classList.remove("line-down");
  }

  /** The line holds, but the server's database does not answer: its clocks stand still. */
  outage(on) {
    byId("outage").hidden = !on;
  }

  tick() {
    if (this.shown === "closed") return;
    const down = this.downSince === null ? 0 : performance.now() - this.downSince;
    document.body.classList.toggle("line-down", down > BAR_AFTER_MS);
    this.cover(down > PANEL_AFTER_MS);
    if (byId("offline").hidden) return;
    const left = this.timeLeft();
    byId("offline-title").textContent = text("offline_title");
    const seconds = Math.ceil((left || 0) / 1000);
    byId("offline-text").textContent = seconds ? text("offline_left", { seconds }) : text("offline_text");
  }

  /** Over the table lies a dialog: it takes the focus and gives it back. */
  cover(on) {
    const panel = byId("offline");
    if (panel.hidden === !on) return;
    const held = panel.contains(document.activeElement);
    if (on) this.before = document.activeElement;
    panel.hidden = !on;
    if (on) panel.querySelector("button:not([hidden]), a").focus();
    else if (held) (this.before?.checkVisibility() ? this.before : byId("hand")).focus();
  }
}
