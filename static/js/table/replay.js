// A finished hand, step by step, drawn by the live table's own renderer. The address keeps seat, step and open hands.
import { told } from "./announce.js";
import { byId } from "./dom.js";
import { readJson } from "./dom.js";
import { dress } from "./dress.js";
import { closeEnlarged } from "./enlarge.js";
import { Hand } from "./hand.js";
import { wear } from "./look.js";
import { drawMarks } from "./marks.js";
import { markedOf, marksOf } from "./marks.js";
import { called } from "./places.js";
import { Preferences } from "./preferences.js";
import { renderTable } from "./render.js";
import { highlight } from "./river.js";
import { copyText } from "./share.js";
import { loadSprites } from "./tile.js";
import { phrase } from "./words.js";

const STEP_MS = 900;
const SPEEDS = [0.5, 1, 2, 4];
const COPIED_MS = 2000;

class Replay {
  constructor(stage) {
    this.stage = stage;
    this.steps = [];
    this.marks = [];
    this.at = 1;
    this.seat = 0;
    this.open = true;
    this.speed = 1;
    this.timer = null;
    const still = () => {};
    this.hand = new Hand({ onDiscard: still, onLift: highlight, onRefuse: still });
    this.bind();
  }

  bind() {
    const press = (id, act) => byId(id).addEventListener("click", act);
    byId("open-replay").addEventListener("click", (event) => { event.preventDefault(); this.show(1); });
    press("close-replay", () => this.close());
    press("replay-back", () => this.go(this.at - 1));
    press("replay-on", () => this.go(this.at + 1));
    press("replay-earlier", () => this.jump(-1));
    press("replay-later", () => this.jump(1));
    press("replay-play", () => this.play(this.timer === null));
    press("replay-speed", () => this.pace((SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length));
    press("replay-open", () => this.reveal(!this.open));
    press("replay-link", () => this.copy());
    press("replay-score", () => this.close(byId("score")));
    byId("replay-slider").addEventListener("input", (event) => this.go(Number(event.target.value)));
    byId("replay-seat").addEventListener("change", (event) => this.sit(Number(event.target.value)));
    document.addEventListener("keydown", (event) => { if (!this.stage.hidden) this.pressed(event); });
    window.addEventListener("hashchange", () => this.follow());
  }

  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const onControl = event.target.closest("button, a, select") !== null;
    if (event.target.closest("select") && event.key.startsWith("Arrow")) return;
    const at = SPEEDS.indexOf(this.speed);
    const keys = {
      ArrowLeft: () => this.go(this.at - 1), ArrowRight: () => this.go(this.at + 1), Home: () => this.go(1),
      End: () => this.go(this.steps.length), ArrowUp: () => this.other("earlier"), ArrowDown: () => this.other("later"),
      ",": () => this.jump(-1), ".": () => this.jump(1), "+": () => this.pace(at + 1), "=": () => this.pace(at + 1),
      "-": () => this.pace(at - 1), Escape: () => this.close(), v: () => this.sit((this.seat + 1) % 4),
      o: () => this.reveal(!this.open), l: () => this.copy(), ...(onControl ? {} : { " ": () => this.play(this.timer === null) }),
    };
    if (!(event.key in keys)) return;
    event.preventDefault();
    keys[event.key]();
  }

  /** What the address asks for: `#seat=2&step=30`, perhaps `&open=0`. */
  follow() {
    const wanted = new URLSearchParams(location.hash.slice(1));
    if (!wanted.has("step")) return;
    const seat = Number(wanted.get("seat"));
    this.open = wanted.get("open") !== "0";
    this.show(Math.trunc(Number(wanted.get("step"))) || 1, [1, 2, 3].includes(seat) ? seat : 0);
  }

  /** Open the stage at a step. */
  async show(step, seat = this.seat) {
    const opening = this.stage.hidden;
    this.stage.hidden = false;
    this.fence(true);
    document.documentElement.classList.add("stage-open");
    if (!this.steps.length || seat !== this.seat) await this.sit(seat, step);
    else this.go(step);
    byId("replay-open").setAttribute("aria-pressed", String(this.open));
    if (opening) byId("replay-on").focus();
  }

  /** While the stage is open nothing under it can be reached. */
  fence(on) {
    for (const node of [...this.stage.parentElement.children, ...document.body.children]) {
      if (!node.contains(this.stage)) node.inert = on;
    }
  }

  close(target = byId("open-replay")) {
    this.play(false);
    closeEnlarged();
    this.stage.hidden = true;
    this.fence(false);
    document.documentElement.classList.remove("stage-open");
    history.replaceState(null, "", location.pathname + location.search);
    target.focus();
    target.scrollIntoView({ block: "nearest" });
  }

  /** Look from another seat. */
  async sit(seat, step = this.at) {
    const answer = await fetch(`${this.stage.dataset.stepsUrl}?seat=${seat}`);
    if (!answer.ok) throw new Error(`${this.stage.dataset.stepsUrl}: ${answer.status}`);
    this.steps = (await answer.json()).steps;
    this.seat = seat;
    this.marks = marksOf(this.steps, readJson("slips", []).filter((slip) => slip.seat === seat));
    drawMarks(byId("replay-marks"), this.marks, this.steps.length);
    byId("replay-slider").max = String(this.steps.length);
    byId("replay-seat").value = String(seat);
    this.go(step);
  }

  reveal(open) {
    this.open = open;
    byId("replay-open").setAttribute("aria-pressed", String(open));
    this.draw();
    this.remember();
  }

  go(step) {
    this.at = Math.min(this.steps.length, Math.max(1, step));
    if (this.at === this.steps.length) this.play(false);
    this.draw();
    this.remember();
  }

  /** To the mark before or after. */
  jump(direction) {
    const ahead = this.marks.filter(({ step }) => (step - this.at) * direction > 0);
    const next = direction > 0 ? ahead[0] : ahead[ahead.length - 1];
    this.go(next ? next.step : direction > 0 ? this.steps.length : 1);
  }

  /** The hand played before or after this one at the table, from the same seat. */
  other(which) {
    const address = this.stage.dataset[which];
    if (address) location.assign(`${address}#${this.place(1)}`);
  }

  place(step = this.at) {
    return `seat=${this.seat}&step=${step}${this.open ? "" : "&open=0"}`;
  }

  remember() {
    history.replaceState(null, "", `#${this.place()}`);
  }

  draw() {
    const { view, events, hands } = this.steps[this.at - 1];
    const shown = this.open ? { ...view, open_hands: hands } : view;
    renderTable(shown);
    this.hand.show(shown, false);
    const lines = events.map((event) => told(view, event)).filter(Boolean);
    // A kong is followed by its replacement in the same step: the sentence says what the mark says.
    const marked = markedOf(events);
    const said = (marked && told(view, marked)) || lines[lines.length - 1] || { key: "their_turn", values: { name: called(view, view.turn) } };
    byId("prompt-text").replaceChildren(phrase(said.key, said.values));
    byId("replay-slider").value = String(this.at);
    byId("replay-slider").setAttribute("aria-valuetext", byId("prompt-text").textContent);
    byId("replay-count").textContent = `${this.at}/${this.steps.length}`;
    byId("replay-score").hidden = this.at < this.steps.length;
  }

  play(on) {
    clearInterval(this.timer);
    if (on && this.at === this.steps.length) this.go(1);
    this.timer = on ? setInterval(() => this.go(this.at + 1), STEP_MS / this.speed) : null;
    const button = byId("replay-play");
    button.setAttribute("aria-pressed", String(on));
    button.firstElementChild.textContent = on ? "❚❚" : "▶";
  }

  pace(index) {
    this.speed = SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, index))];
    byId("replay-speed").firstElementChild.textContent = `${this.speed}×`;
    if (this.timer !== null) this.play(true);
  }

  async copy() {
    this.remember();
    await copyText(location.href);
    const said = document.querySelector("#replay-link .copied");
    said.textContent = said.dataset.done;
    clearTimeout(this.copied);
    this.copied = setTimeout(() => { said.textContent = ""; }, COPIED_MS);
  }
}

wear(new Preferences());
const replay = new Replay(byId("stage"));
byId("open-replay").hidden = false;
loadSprites().finally(() => {
  for (const node of document.querySelectorAll("main .sheet, #review")) dress(node);
  replay.follow();
});
