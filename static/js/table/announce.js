// What happened, in words: a visible log, and two permanent live regions for screen readers. One is polite and tells
// what happens, as much of it as the reader wants; the other is for what is asked of the reader now.
import { byId } from "./dom.js";
import { el } from "./dom.js";
import { called } from "./places.js";
import { phrase } from "./words.js";
import { text } from "./words.js";
import { tileName } from "./words.js";

const LOG_LINES = 60;
/** What comes within this time is said as one. */
const QUEUE_MS = 300;
/** Of more than this the older ones are stale: nobody wants the news of a whole round read out. */
const MOST = 5;
const SPOKEN_KEPT = 3;
const KONGS = { kong_open: "event_kong", kong_added: "event_kong_added", kong_concealed: "event_kong_concealed" };
const WINS = { self_draw: "event_win_self_draw", discard: "event_win", rob_kong: "event_win_rob" };
const LEVELS = { brief: 0, medium: 1, full: 2 };
/** From which level on an event is said: 简, 中, 全. */
const FROM = { deal: 0, chow: 0, pong: 0, kong: 0, win: 0, end: 0, discard: 1, bonus: 2, draw: 2, dice: 2 };

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

/** Whether an event is said at a level; a bonus tile of one's own matters more than another's. */
export function heard(view, event, level) {
  const from = event.type === "bonus" && event.seat === view.seat ? FROM.discard : FROM[event.type];
  return from <= LEVELS[level];
}

export class Announcer {
  /** `level()` is how much the reader wants to hear: "brief", "medium" or "full". The lesson has no visible log. */
  constructor(level = () => "full") {
    this.level = level;
    this.log = byId("log");
    this.polite = byId("say-polite");
    this.now = byId("say-now");
    this.queue = [];
    this.speaking = null;
    this.waiting = null;
    this.odd = false;
  }

  /** A line per event in the log; said as far as the reader wants. A win is said at once. */
  events(view, events) {
    for (const event of events) {
      if (event.type === "dice") this.queue.length = 0; // another hand: what was left to say is stale
      const line = told(view, event);
      if (!line) continue;
      this.write(phrase(line.key, line.values));
      const words = text(line.key, line.values);
      if (event.type === "win") this.urgent(words);
      else if (heard(view, event, this.level())) this.say(words);
    }
  }

  /** A line that is written and said, whatever the level. */
  line(content) {
    this.write(content);
    this.say(content);
  }

  note(key, values = {}) {
    this.line(text(key, values));
  }

  write(content) {
    if (!this.log) return;
    this.log.append(el("p", {}, content));
    while (this.log.childElementCount > LOG_LINES) this.log.firstElementChild.remove();
    this.log.scrollTop = this.log.scrollHeight;
  }

  /** Say something when there is a moment; with what comes within the same moment as one. */
  say(words) {
    this.queue.push(words);
    this.speaking ??= setTimeout(() => this.speak(), QUEUE_MS);
  }

  speak() {
    this.speaking = null;
    const words = this.queue.splice(0).slice(-MOST);
    if (!words.length) return;
    this.polite.append(el("p", {}, words.join(text("text_stop"))));
    while (this.polite.childElementCount > SPOKEN_KEPT) this.polite.firstElementChild.remove();
  }

  /**
   * Say something now. Of several within a moment only the last is said, and nothing that no longer holds when the
   * moment is over. A repeat is made audible again.
   */
  urgent(message, holds = () => true) {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => {
      this.waiting = null;
      if (!holds()) return;
      this.odd = !this.odd;
      this.now.textContent = message + (this.odd ? "\u00a0" : "");
    }, QUEUE_MS);
  }

  /** Whether something is about to be said now. */
  get isAboutToSpeak() {
    return this.waiting !== null;
  }
}
