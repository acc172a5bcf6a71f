// The keyboard: arrows and Enter play the hand, letters claim, others speak. `?` opens the panel that lists them.
import { byId } from "./dom.js";
import { PLACES } from "./places.js";
import { called } from "./places.js";
import { promptText } from "./prompt.js";
import { namesOf } from "./tile.js";
import { amount } from "./words.js";
import { text } from "./words.js";
import { tileName } from "./words.js";

const ROW = 9;
/** The letters that claim. */
export const CLAIM_KEYS = { j: "win", k: "pong", g: "kong", z: "chow" };

/** What a letter reads out about a view; null when the letter reads nothing. */
export function readOut(key, view, hand, clock) {
  const left = clock.left();
  const { last } = view;
  switch (key) {
    case "l":
      if (!last) return text("say_no_last");
      return text("say_last", { name: called(view, last.seat), tile: tileName(last.tile) });
    case "c": return left === null ? text("say_no_clock") : text("say_clock", { seconds: Math.ceil(left / 1000) });
    case "h": return text("say_hand", { tiles: namesOf(hand.tiles.map((item) => item.name)) });
    case "y": return view.wild ? text("wild_is", { tile: tileName(view.wild) }) : text("say_no_wild");
    case "p": return PLACES.map((seat) => `${called(view, seat)} ${amount(view.silver[seat])}`).join(text("comma"));
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
    const words = readOut(key, this.currentView(), this.hand, this.clock);
    if (words === null) return false;
    return this.did(() => this.announcer.urgent(words));
  }

  moves(key) {
    if (document.body.dataset.mode === "text") return false; // the hand is a list of buttons there
    const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -99, End: 99 };
    if (key in steps) return this.did(() => this.hand.move(steps[key]));
    if (key === "ArrowUp") return this.did(() => this.moveRow(-1));
    if (key === "ArrowDown") return this.did(() => this.moveRow(1));
    if (key === "Enter") return this.did(() => this.hand.fire(this.hand.cursor));
    return false;
  }

  /** To the other row of the hand; where there is none, up lifts the tile and down lets it go. */
  moveRow(direction) {
    const { hand } = this;
    const twoRows = !byId("hand").classList.contains("one-row") && matchMedia("(orientation: portrait)").matches;
    const wanted = hand.cursor + direction * ROW;
    if (twoRows && wanted >= 0 && wanted < hand.tiles.length) hand.move(direction * ROW);
    else hand.lift(direction < 0 ? hand.cursor : -1);
  }

  did(action) {
    action();
    return true;
  }
}
