// The keyboard: arrows and Enter play the hand, letters claim, others speak. `?` lists them all.
import { byId } from "./dom.js";
import { readOut } from "./readout.js";
import { readPlace } from "./readout.js";
import { text } from "./words.js";
import { tileName } from "./words.js";

const ROW = 9;
const SUITS = { w: "m", t: "p", s: "s", z: "z" };
/** How long a first key (a number, `r`, `m`) waits for its second. */
const SECOND_MS = 3000;
/** What the four letters of the preference `claimKeys` claim, in their order. */
export const CLAIMS = ["win", "pong", "kong", "chow"];

/** What a letter claims, or undefined. */
export function claimOf(preferences, letter) {
  const at = preferences.get("claimKeys").indexOf(letter);
  return at >= 0 && letter.length === 1 ? CLAIMS[at] : undefined;
}

export class Keys {
  /** `help`, `wishes` and `onBack` may be missing: the first lesson has none of them. */
  constructor({ hand, claims, panel, clock, announcer, preferences, wishes, help, onBack, currentView }) {
    Object.assign(this, { hand, claims, panel, clock, announcer, preferences, wishes, help, onBack, currentView });
    this.first = null;
    document.addEventListener("keydown", (event) => this.pressed(event));
  }

  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.currentView()) return;
    if (event.target.closest("input, textarea, select") || document.querySelector("dialog[open]")) return;
    const inDialog = event.target.closest("[role=dialog], [role=alertdialog]") !== null;
    const onControl = event.target.closest("button, a, summary, [role=button]") !== null;
    const done = (!inDialog && this.plays(event.key, event.shiftKey, onControl)) || this.speaks(event.key);
    if (done) event.preventDefault();
  }

  /** Keys that play, and Escape, which closes what is open before it passes. */
  plays(key, shifted, onControl) {
    if (key === "Escape" && this.panel.isOpen) return this.did(() => this.panel.toggle(false));
    if (onControl && (key === "Enter" || key === " ")) return false;
    if (this.moves(key, shifted)) return true;
    if (key === "Escape" && this.claims.open !== null) return this.did(() => this.claims.choose(null));
    if (key === " " || key === "Escape") return this.did(() => this.claims.press("pass"));
    return false;
  }

  /** Single letters, unless the reader switched them off. */
  speaks(key) {
    if (!this.preferences.get("keys") || key.length > 1 || key === " ") return false;
    return this.second(key) || this.letter(key);
  }

  moves(key, shifted) {
    if (document.body.dataset.mode === "text") return false; // the hand is a list of buttons there
    const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -99, End: 99 };
    const shifts = shifted && this.hand.shift && Math.abs(steps[key]) === 1;
    if (shifts) return this.did(() => this.hand.shift(steps[key]));
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

  /** The key after a number, `r` or `m`: a suit, or a place from 0 (own) over 1 (next) and 2 (opposite) to 3. */
  second(key) {
    const { first } = this;
    this.first = null;
    if (!first || performance.now() - first.at > SECOND_MS) return false;
    const seats = first.key === "r" || first.key === "m";
    if (seats && /^[0-3]$/.test(key)) return this.said(readPlace(first.key, this.currentView(), Number(key)));
    if (seats || !(key in SUITS)) return false;
    return this.did(() => this.jump(first.key + SUITS[key]));
  }

  letter(key) {
    const claim = claimOf(this.preferences, key);
    if (claim) return this.did(() => this.claims.press(claim));
    if (/^[1-9rm]$/.test(key)) return this.did(() => { this.first = { key, at: performance.now() }; });
    switch (key) {
      case "?": return this.did(() => (this.help ? this.help.open() : this.panel.toggle(true)));
      case "d": return this.did(() => this.toDrawn());
      case "a": return this.did(() => this.turnSound());
      case "i": return this.did(() => this.wishSort());
      case "b": return this.did(() => this.onBack?.());
      default: break;
    }
    const words = readOut(key, this.currentView(), this.hand, this.clock);
    return words !== null && this.said(words);
  }

  /** To the next tile of a kind, round the hand. */
  jump(name) {
    const { tiles, cursor } = this.hand;
    const order = tiles.map((_, step) => (cursor + 1 + step) % tiles.length);
    const at = order.find((index) => tiles[index].name === name);
    if (at === undefined) this.said(text("text_no_tile", { tile: tileName(name) }));
    else this.goTo(at);
  }

  toDrawn() {
    const at = this.hand.tiles.findIndex((item) => item.drawn);
    if (at < 0) this.said(text("say_nothing_drawn"));
    else this.goTo(at);
  }

  goTo(index) {
    const button = byId("text-hand")?.querySelectorAll("button")[index];
    const inWords = document.body.dataset.mode === "text" && button;
    (inWords ? button : byId("hand")).focus();
    this.hand.move(index - this.hand.cursor);
  }

  turnSound() {
    const on = !this.preferences.get("sound");
    this.preferences.set("sound", on);
    this.said(text(on ? "sound_on" : "sound_off"));
  }

  wishSort() {
    const { wishes } = this.currentView();
    if (!this.wishes || !wishes) return;
    this.wishes.press("sort", wishes);
    this.said(text(wishes.includes("sort") ? "sort_off" : "sort_on"));
  }

  said(words) {
    return this.did(() => this.announcer.urgent(words));
  }

  did(action) {
    action();
    return true;
  }
}
