// The one sentence that always says what is expected, now, from this reader.
import { byId } from "./dom.js";
import { called } from "./places.js";
import { list } from "./words.js";
import { phrase } from "./words.js";
import { sentences } from "./words.js";
import { text } from "./words.js";
import { tileName } from "./words.js";

const CLAIM_WORDS = {
  win: "claim_win", kong_open: "claim_kong", kong_concealed: "claim_kong", kong_added: "claim_kong", pong: "claim_pong",
  chow: "claim_chow",
};

/** The words for what the view lets this seat do beside discarding and passing: 胡、碰 …; each once, in fixed order. */
export function choices(view) {
  const words = (view.legal || []).map((action) => CLAIM_WORDS[action.type]).filter(Boolean);
  return ["claim_win", "claim_kong", "claim_pong", "claim_chow"].filter((key) => words.includes(key)).map((key) => text(key));
}

/** True while a real choice is asked of the reader: a window in which only passing is possible stays quiet. */
export function asks(view) {
  return Boolean(view.decision) && (view.phase === "act" || choices(view).length > 0);
}

function ownTurn(view) {
  const offered = choices(view);
  const may = offered.length ? text("you_may", { choices: list(offered) }) : "";
  const discards = (view.legal || []).some((action) => action.type === "discard");
  const drew = view.drawn ? text("you_drew", { tile: tileName(view.drawn) }) : "";
  return { plain: sentences([drew, discards ? text("your_turn") : text("must_win"), may]) };
}

function windowOpen(view) {
  const last = view.last || { seat: view.turn, tile: null, type: "discard" };
  const values = { name: called(view, last.seat), tile: last.tile ? tileName(last.tile) : "", choices: list(choices(view)) };
  const own = last.seat === view.seat;
  const robbing = view.phase === "rob";
  if (view.decision && values.choices) return { key: robbing ? "rob_choices" : "discard_choices", values };
  if (own) return { key: robbing ? "own_kong_waits" : "own_discard_waits", values };
  return { key: robbing ? "kong_waits" : "discard_waits", values };
}

/** What to say for a view, as `{plain}` or `{key, values}`. */
function sentence(view) {
  if (view.phase === "deal") return { key: "dealing", values: {} };
  if (view.phase === "closed") return { key: "table_closed", values: {} };
  if (view.halts?.length && view.phase === "result") return { key: "halted", values: {} };
  if (view.phase === "result") return { key: view.decision ? "hand_over_continue" : "hand_over", values: {} };
  if (view.halts?.length) return { key: "halted", values: {} };
  if (view.held) return { key: "held", values: {} };
  if (view.seat !== null && view.present[view.seat] === "auto") return { key: "auto_plays", values: {} };
  if (view.sending !== undefined) return { key: "discard_sent", values: { tile: tileName(view.last.tile) } };
  if (view.phase === "claim" || view.phase === "rob") return windowOpen(view);
  if (view.decision) return ownTurn(view);
  return { key: "their_turn", values: { name: called(view, view.turn) } };
}

/** The sentence as plain text, for announcements. */
export function promptText(view) {
  const said = sentence(view);
  return said.plain ?? text(said.key, said.values);
}

/** Show the sentence; `note` (a refusal, a reason) replaces it for a moment. */
export class Prompt {
  constructor() {
    this.node = byId("prompt-text");
    this.view = null;
    this.timer = null;
    this.notedAt = null;
  }

  /** A new question or an own throw ends a note: what happens now matters more. */
  show(view) {
    this.view = view;
    const asksAnew = asks(view) && view.decision !== this.notedAt;
    if (this.timer !== null && (asksAnew || view.sending !== undefined)) {
      clearTimeout(this.timer);
      this.timer = null;
    }
    if (this.timer === null) this.draw();
  }

  draw() {
    const said = sentence(this.view);
    this.node.replaceChildren(said.plain ?? phrase(said.key, said.values));
    byId("prompt").classList.toggle("asks", asks(this.view));
    byId("prompt").classList.remove("note");
  }

  note(message) {
    clearTimeout(this.timer);
    this.notedAt = this.view && this.view.decision;
    this.node.replaceChildren(message);
    byId("prompt").classList.add("note");
    this.timer = setTimeout(() => {
      this.timer = null;
      if (this.view) this.draw();
    }, 2600);
  }
}
