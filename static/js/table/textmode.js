// The table in words: the board gives way to headings, lists and a command field. What is asked, the claims, what is
// left to the server, the log and the score sheet are the same nodes in both modes.
import { byId } from "./dom.js";
import { el } from "./dom.js";
import { whenChanged } from "./dom.js";
import { PLACES } from "./places.js";
import { called } from "./places.js";
import { seatAt } from "./places.js";
import { windOf } from "./places.js";
import { laidOutText } from "./readout.js";
import { riverText } from "./river.js";
import { amount } from "./words.js";
import { text } from "./words.js";
import { tileName } from "./words.js";

const CHIPS = { away: "present_away", auto: "present_auto", bot: "present_bot" };

function playerLines(view, seat) {
  const chip = CHIPS[view.present[seat]];
  const state = [
    tileName(windOf(view, seat)), text("text_silver", { amount: amount(view.silver[seat]) }),
    text("tiles_in_hand", { count: view.counts[seat] }), chip ? text(chip) : null,
  ].filter(Boolean).join(text("comma"));
  return [
    el("h3", {}, el("bdi", {}, called(view, seat))), el("p", {}, state),
    el("p", {}, text("text_laid_out", { name: "", tiles: laidOutText(view, seat) })), el("p", {}, riverText(view, seat)),
  ];
}

export class TextMode {
  /** `commands.run(typed, view)` answers; `currentView()` is what is on the table. */
  constructor({ hand, commands, announcer, preferences, currentView }) {
    Object.assign(this, { hand, commands, announcer, preferences, currentView });
    this.link = byId("text-mode");
    this.tiles = byId("text-hand");
    this.input = byId("command-input");
    this.link.addEventListener("click", (event) => { event.preventDefault(); this.turn(!this.on); });
    byId("command").addEventListener("submit", (event) => { event.preventDefault(); this.obey(); });
    this.apply(preferences.get("textMode"));
  }

  get on() {
    return document.body.dataset.mode === "text";
  }

  turn(on) {
    this.preferences.set("textMode", on);
    this.apply(on);
    (on ? this.input : byId("hand")).focus();
  }

  apply(on) {
    if (on) document.body.dataset.mode = "text";
    else delete document.body.dataset.mode;
    this.link.textContent = text(on ? "text_off" : "text_on");
    if (this.currentView()) this.show(this.currentView());
  }

  obey() {
    const answer = this.commands.run(this.input.value, this.currentView());
    this.input.value = "";
    byId("command-answer").textContent = answer;
    if (answer) this.announcer.urgent(answer);
  }

  /** Draw the lists of a view; nothing while the board is shown. */
  show(view) {
    if (!this.on) return;
    const facts = [
      text("hand_of", { hand: view.hand, hands: view.hands }), text("tiles_left", { count: view.left }),
      view.wild ? text("wild_is", { tile: tileName(view.wild) }) : text("say_no_wild"),
    ];
    byId("text-facts").textContent = facts.join(text("comma"));
    const data = [view.names, view.present, view.silver, view.counts, view.melds, view.bonus, view.rivers, view.dealer];
    whenChanged(byId("text-players"), data, (node) => {
      node.replaceChildren(...PLACES.flatMap((place) => playerLines(view, seatAt(view, place))));
    });
    const labels = this.hand.tiles.map((item, index) => this.hand.label(item, index));
    whenChanged(this.tiles, labels, () => this.drawTiles(labels));
  }

  /** One button a tile: pressed, it is discarded, or the page says why not. */
  drawTiles(labels) {
    const focused = [...this.tiles.querySelectorAll("button")].indexOf(document.activeElement);
    this.tiles.replaceChildren(...labels.map((label, index) => el("li", {}, this.button(label, index))));
    if (focused >= 0) this.tiles.querySelectorAll("button")[Math.min(focused, labels.length - 1)]?.focus();
  }

  /** Seen is the tile; where it lies is for who cannot see it. */
  button(label, index) {
    const place = text("comma") + text("position", { number: index + 1, count: this.hand.tiles.length });
    const attributes = { type: "button", class: "text-tile", "aria-label": label, onclick: () => this.hand.fire(index) };
    return el("button", attributes, label.replace(place, ""));
  }
}
