// The first lesson: a recorded hand on the live table's own renderer, a coach beside it, the learner's choices checked
// against what the record does next. It knows no rules: views, texts and amounts come with the page.
import { Announcer } from "./announce.js";
import { callOut } from "./callout.js";
import { Claims } from "./claims.js";
import { byId } from "./dom.js";
import { el } from "./dom.js";
import { readJson } from "./dom.js";
import { Hand } from "./hand.js";
import { Keys } from "./keys.js";
import { wear } from "./look.js";
import { Preferences } from "./preferences.js";
import { Prompt } from "./prompt.js";
import { renderTable } from "./render.js";
import { highlight } from "./river.js";
import { loadSprites } from "./tile.js";
import { tile } from "./tile.js";
import { showWaits } from "./waits.js";
import { text } from "./words.js";
import { tileName } from "./words.js";

const STEP_MS = 900;
/** Which button answers what, where they are not called alike. */
const BUTTONS = { kong_open: "kong" };
const { steps, cards } = readJson("lesson");
const strings = readJson("lesson-strings");

function say(key, values = {}) {
  return strings[key].replace(/\{(\w+)\}/g, (_whole, name) => String(values[name]));
}

/** Whether two actions are the same throw or claim. */
function same(action, other) {
  const tiles = ({ tiles: own = [] }) => [...own].sort().join("");
  return action.type === other.type && action.tile === other.tile && tiles(action) === tiles(other);
}

class Lesson {
  constructor(stage) {
    this.stage = stage;
    this.card = 0;
    this.at = cards[0].step;
    this.timer = null;
    this.announcer = new Announcer();
    this.prompt = new Prompt();
    this.hand = new Hand({
      onDiscard: (name) => this.choose({ type: "discard", tile: name }), onLift: (name) => this.lifted(name),
      onRefuse: (why) => this.refuse(why),
    });
    this.claims = new Claims({ onAct: (action) => this.choose(action), onUse: (names) => { this.hand.use(names); this.point(); } });
    const nothing = { isOpen: false, toggle: () => {}, left: () => null };
    new Keys({
      hand: this.hand, claims: this.claims, announcer: this.announcer, panel: nothing, clock: nothing, preferences,
      currentView: () => (this.stage.hidden ? null : this.view),
    });
    byId("open-lesson").addEventListener("click", () => this.open());
    byId("close-lesson").addEventListener("click", () => this.close());
    byId("coach-on").addEventListener("click", () => this.on());
    byId("coach-back").addEventListener("click", () => this.show(this.card - 1));
  }

  get view() {
    return steps[this.at].view;
  }

  get asks() {
    return cards[this.card].answer !== null;
  }

  open() {
    this.stage.hidden = false;
    this.fence(true);
    document.documentElement.classList.add("stage-open");
    this.show(0);
  }

  /** While the stage is open nothing under it can be reached. */
  fence(on) {
    for (const node of [...this.stage.parentElement.children, ...document.body.children]) {
      if (!node.contains(this.stage)) node.inert = on;
    }
  }

  close(target = byId("open-lesson")) {
    clearTimeout(this.timer);
    this.timer = null;
    this.stage.hidden = true;
    this.fence(false);
    document.documentElement.classList.remove("stage-open");
    target.focus();
    target.scrollIntoView();
  }

  /** A card, and the table as it is at its moment. */
  show(number) {
    clearTimeout(this.timer);
    this.timer = null;
    this.card = number;
    this.at = cards[number].step;
    this.draw(true);
    this.coach();
  }

  /** While a card is only to be read the table asks nothing. */
  draw(open) {
    const enabled = open && this.asks;
    const shown = enabled ? this.view : { ...this.view, decision: null, legal: [] };
    renderTable(shown);
    this.prompt.show(shown);
    showWaits(shown, null);
    this.hand.show(shown, enabled);
    this.claims.show(shown, enabled);
    this.point();
  }

  /** As at the table: the same tiles framed, and what the hand would wait for without this one. */
  lifted(name) {
    highlight(name);
    showWaits(this.view, name);
    this.point();
  }

  /** Ring what the card asks for: whoever has never played does not know the tiles by their names. */
  point() {
    for (const node of this.stage.querySelectorAll(".wanted")) node.classList.remove("wanted");
    const { answer } = cards[this.card];
    if (answer === null || this.timer !== null) return;
    this.wanted(answer)?.classList.add("wanted");
  }

  wanted({ type, tile: name, tiles }) {
    if (type === "discard") return [...this.stage.querySelectorAll(`#hand .tile[data-tile="${name}"]`)].pop();
    const choices = [...this.stage.querySelectorAll("#claims .thumbnail")];
    if (!choices.length) return this.stage.querySelector(`#claims .${BUTTONS[type] ?? type}`);
    return choices.find((choice) => {
      const own = [...choice.querySelectorAll(".tile:not(.claimed)")].map(({ dataset }) => dataset.tile);
      return own.sort().join("") === [...(tiles ?? [])].sort().join("");
    });
  }

  coach() {
    const { title, text: words, worth } = cards[this.card];
    byId("coach-title").textContent = title;
    byId("coach-text").textContent = words;
    byId("coach-nudge").textContent = "";
    byId("coach-count").textContent = `${this.card + 1}/${cards.length}`;
    byId("coach-worth").replaceChildren(...this.worth(worth));
    const last = this.card === cards.length - 1;
    const go = byId("coach-on");
    go.hidden = this.asks;
    go.textContent = say(last ? "to_score" : "go_on");
    byId("coach-back").hidden = this.card === 0;
    const place = say("count", { number: this.card + 1, count: cards.length });
    this.announcer.line(`${place}: ${title}. ${words}`);
    this.lead();
  }

  /** Keyboard focus goes where the card wants it: on, to the tiles, or to the claims. */
  lead() {
    if (!this.asks) byId("coach-on").focus();
    else if (cards[this.card].answer.type === "discard") byId("hand").focus();
    else byId("claims").querySelector("button")?.focus();
  }

  worth({ base, tai, total, waits }) {
    const formula = tai ? `${base} × ${2 ** tai} = ${base * 2 ** tai}` : String(base);
    const over = this.view.phase === "result";
    const parts = [el("span", {}, say(over ? "won" : "now", { total, formula }))];
    if (waits.length) parts.push(el("span", { class: "if-you-win" }, say("if_thrown")));
    return [...parts, ...waits.map((wait) => el("span", { class: "wait" },
      el("span", { class: "visually-hidden" }, `${tileName(wait.tile)} `), tile(wait.tile),
      wait.total === null ? "" : text("total_hu", { count: wait.total })))];
  }

  /** What the learner did: the record's own way goes on, anything else is explained and changes nothing. */
  choose(action) {
    if (!this.asks || this.timer !== null) return;
    const { answer, nudge } = cards[this.card];
    if (same(action, answer)) {
      this.announcer.line(say("right"));
      this.on();
    } else {
      this.refuse(nudge);
    }
  }

  refuse(why) {
    this.hand.lift(-1);
    byId("coach-nudge").textContent = why;
  }

  /** Play the record up to the next card. */
  on() {
    if (this.card === cards.length - 1) {
      this.close(byId("lesson-score"));
      return;
    }
    byId("coach-nudge").textContent = "";
    this.hand.lift(-1);
    this.walk(cards[this.card + 1].step);
  }

  walk(until) {
    if (this.at >= until) {
      this.timer = null;
      this.show(this.card + 1);
      return;
    }
    this.at += 1;
    const { view, events } = steps[this.at];
    this.draw(false);
    this.announcer.events(view, events);
    callOut(view, events);
    const seen = events.some(({ type }) => type !== "draw");
    this.timer = setTimeout(() => this.walk(until), seen ? STEP_MS : STEP_MS / 3);
  }
}

const preferences = new Preferences();
wear(preferences);
const lesson = new Lesson(byId("stage"));
loadSprites().finally(() => { byId("open-lesson").hidden = false; });
if (location.hash === "#begin") lesson.open();
