// The command field of the text mode: the letters of the keyboard map, and tiles by name or number and suit.
import { grouped } from "./claims.js";
import { outcome } from "./claims.js";
import { CLAIMS } from "./keys.js";
import { claimOf } from "./keys.js";
import { meldLabel } from "./meld.js";
import { PLACES } from "./places.js";
import { promptText } from "./prompt.js";
import { readOut } from "./readout.js";
import { readPlace } from "./readout.js";
import { sentences } from "./words.js";
import { text } from "./words.js";
import { tileName } from "./words.js";

const SUITS = { w: "m", m: "m", t: "p", p: "p", s: "s", z: "z" };
const PASSES = [" ", ".", "pass"];

/** The tile meant by 6s, 6w, 六条 …; null when none is. */
function tileMeant(said) {
  const code = /^([1-9])([wtsmpz])$/.exec(said);
  if (code) return code[1] + SUITS[code[2]];
  const all = ["m", "p", "s", "z"].flatMap((suit) => Array.from({ length: 9 }, (_, at) => `${at + 1}${suit}`));
  return all.find((name) => tileName(name).toLowerCase() === said) ?? null;
}

/** The claim meant by a letter or its word, and which of several: `z2` is the second chow. */
function claimMeant(said, preferences) {
  const found = /^(.+?)\s*([1-9])?$/.exec(said);
  if (!found) return null;
  const word = CLAIMS.find((key) => text(`claim_${key}`).toLowerCase() === found[1]);
  const key = claimOf(preferences, found[1]) ?? word;
  return key ? { key, number: found[2] ? Number(found[2]) : null } : null;
}

/** All commands in words, with the letters that claim for this reader. */
function helpText(preferences) {
  const letters = [...preferences.get("claimKeys")];
  return text("text_help", Object.fromEntries(CLAIMS.map((key, at) => [key, letters[at]])));
}

export class Commands {
  /** `onPass()` passes or continues, `onBack()` takes the seat back from the server. */
  constructor({ hand, claims, clock, preferences, onPass, onBack }) {
    Object.assign(this, { hand, claims, clock, preferences, onPass, onBack });
  }

  /** Do what was typed. Gives what to answer; empty when the table's own words will say it. */
  run(typed, view) {
    const said = typed.trim().toLowerCase();
    if (PASSES.includes(typed) || PASSES.includes(said) || said === text("claim_pass").toLowerCase()) return this.pass(view);
    if (said === "") return promptText(view);
    if (said === "?") return helpText(this.preferences);
    if (said === "b") return this.onBack() ?? "";
    const claim = claimMeant(said, this.preferences);
    if (claim) return this.claim(view, claim);
    const tile = tileMeant(said);
    if (tile) return this.discard(tile);
    return this.read(said, view) ?? text("text_unknown", { typed: said });
  }

  pass(view) {
    const may = (view.legal || []).some((action) => action.type === "pass");
    if (!may || !view.decision) return text("why_not_now");
    this.onPass();
    return "";
  }

  claim(view, { key, number }) {
    const group = grouped(view).find((candidate) => candidate.key === key);
    if (!group) return text("text_no_claim", { claim: text(`claim_${key}`) });
    const { actions } = group;
    const action = actions.length === 1 ? actions[0] : actions[number - 1];
    if (action) {
      this.claims.fire(action);
      return "";
    }
    return sentences(actions.map((one, at) => text("text_choice", { number: at + 1, meld: meldLabel(outcome(view, one)) })));
  }

  discard(name) {
    const at = this.hand.tiles.findIndex((item) => item.name === name);
    if (at < 0) return text("text_no_tile", { tile: tileName(name) });
    this.hand.fire(at);
    return "";
  }

  read(said, view) {
    if (said === "d") return view.drawn ? text("you_drew", { tile: tileName(view.drawn) }) : text("text_nothing");
    const seats = /^([rm])\s*([0-3])?$/.exec(said);
    if (!seats) return readOut(said, view, this.hand, this.clock);
    const places = seats[2] ? [Number(seats[2])] : PLACES;
    return places.map((place) => readPlace(seats[1], view, place)).join(text("text_stop"));
  }
}
