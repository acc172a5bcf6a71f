// The keyboard: arrows and Enter play the hand, letters claim, others speak. `?` opens the panel that lists them.
import { byId } from "./dom.js";
import { called } from "./places.js";
import { promptText } from "./prompt.js";
import { namesOf } from "./tile.js";
import { amount } from "./words.js";
import { text } from "./words.js";
import { tileName } from "./words.js";

const CLAIM_KEYS = { j: "win", k: "pong", g: "kong", z: "chow" };

/** What a letter reads out about a view; null when the letter reads nothing. */
function reading(key, view, hand, clock) {
  const left = clock.left();
  switch (key) {
    case "l": return view.last ? text("say_last", { name: called(view, view.last.seat), tile: tileName(view.last.tile) }) : text("say_no_last");
    case "c": return left === null ? text("say_no_clock") : text("say_clock", { seconds: Math.ceil(left / 1000) });
    case "h": return text("say_hand", { tiles: namesOf(hand.tiles.map((item) => item.name)) });
    case "y": return view.wild ? text("wild_is", { tile: tileName(view.wild) }) : text("say_no_wild");
    case "p": return [0, 1, 2, 3].map((seat) => `${called(view, seat)} ${amount(view.silver[seat])}`).join(text("comma"));
    case "e": return promptText(view);
    default: return null;
  }
}

export class Keys {
  constructor({ hand, claims, panel, clock, announcer, preferences, currentView }) {
    Object.assign(this, { hand, claims, panel, clock, announcer, preferences, currentView });
    document.addEventListener("keydown", (event) => this.pressed(event));
  }

  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.currentView()) return;
    if (event.target.closest("input, textarea, select")) return;
    const onControl = event.target.closest("button, a, summary, [role=dialog]") !== null;
    if (this.handled(event.key, onControl)) event.preventDefault();
  }

  handled(key, onControl) {
    if (key === "Escape" && this.panel.isOpen) return this.did(() => this.panel.toggle(false));
    if (onControl && (key === "Enter" || key === " ")) return false;
    if (this.moves(key)) return true;
    if (key === " " || key === "Escape") return this.did(() => this.claims.press("pass"));
    if (!this.preferences.get("keys")) return false;
    if (key === "?") return this.did(() => this.panel.toggle(true));
    if (key in CLAIM_KEYS) return this.did(() => this.claims.press(CLAIM_KEYS[key]));
    if (key === "d") return this.did(() => this.hand.toDrawn());
    const words = reading(key, this.currentView(), this.hand, this.clock);
    if (words === null) return false;
    return this.did(() => this.announcer.urgent(words));
  }

  moves(key) {
    const row = byId("hand").classList.contains("one-row") || matchMedia("(orientation: landscape)").matches ? 0 : 9;
    const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -99, End: 99 };
    if (key in steps) return this.did(() => this.hand.move(steps[key]));
    if (key === "ArrowUp") return this.did(() => (row && this.hand.cursor >= row ? this.hand.move(-row) : this.hand.lift(this.hand.cursor)));
    if (key === "ArrowDown") return this.did(() => (row && this.hand.cursor + row < this.hand.tiles.length ? this.hand.move(row) : this.hand.lift(-1)));
    if (key === "Enter") return this.did(() => this.hand.fire(this.hand.cursor));
    return false;
  }

  did(action) {
    action();
    return true;
  }
}
