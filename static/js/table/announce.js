// What happened, in words: two permanent live regions for screen readers, the first of them also the visible log.
import { byId } from "./dom.js";
import { el } from "./dom.js";
import { called } from "./places.js";
import { phrase } from "./words.js";
import { text } from "./words.js";
import { tileName } from "./words.js";

const LOG_LINES = 60;
const QUEUE_MS = 300;
const KONGS = { kong_open: "event_kong", kong_added: "event_kong_added", kong_concealed: "event_kong_concealed" };
const WINS = { self_draw: "event_win_self_draw", discard: "event_win", rob_kong: "event_win_rob" };

/** The string's key and values for one event of the socket, or null for what needs no words. */
export function told(view, event) {
  const values = {
    name: event.seat === undefined ? "" : called(view, event.seat), tile: event.tile ? tileName(event.tile) : "",
    tiles: (event.tiles || []).map(tileName).join(""),
  };
  const own = event.seat !== undefined && event.seat === view.seat;
  switch (event.type) {
    case "dice": return { key: "event_dice", values: { dice: (view.dice || []).flat().join(" ") } };
    case "deal": return view.wild ? { key: "event_deal", values: { tile: tileName(view.wild) } } : null;
    case "draw": return own && event.tile ? { key: "event_draw", values } : null;
    case "bonus": return { key: "event_bonus", values: { ...values, tile: tileName(event.tile || view.bonus_kind) } };
    case "discard": return { key: "event_discard", values };
    case "chow": return { key: "event_chow", values };
    case "pong": return { key: "event_pong", values };
    case "kong": return { key: KONGS[event.kind] || "event_kong", values };
    case "win": return { key: WINS[event.kind] || "event_win", values };
    case "end": return event.kind === "draw" ? { key: "event_exhausted", values } : null;
    default: return null;
  }
}

export class Announcer {
  constructor() {
    this.log = byId("say-polite");
    this.now = byId("say-now");
    this.waiting = null;
    this.odd = false;
  }

  /** Add a line per event. */
  events(view, events) {
    for (const event of events) {
      const line = told(view, event);
      if (line) this.line(phrase(line.key, line.values));
    }
  }

  line(content) {
    this.log.append(el("p", {}, content));
    while (this.log.childElementCount > LOG_LINES) this.log.firstElementChild.remove();
    this.log.scrollTop = this.log.scrollHeight;
  }

  note(key, values = {}) {
    this.line(text(key, values));
  }

  /** Say something at once; of several within a moment only the last is said. A repeat is made audible again. */
  urgent(message) {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => {
      this.odd = !this.odd;
      this.now.textContent = message + (this.odd ? " " : "");
    }, QUEUE_MS);
  }
}
