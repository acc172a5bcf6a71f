// A finished hand, step by step, drawn by the live table's own renderer. The address keeps seat and step.
import { told } from "./announce.js";
import { byId } from "./dom.js";
import { Hand } from "./hand.js";
import { wear } from "./look.js";
import { called } from "./places.js";
import { Preferences } from "./preferences.js";
import { renderTable } from "./render.js";
import { loadSprites } from "./tile.js";
import { phrase } from "./words.js";

const STEP_MS = 900;

class Replay {
  constructor(stage) {
    this.stage = stage;
    this.steps = [];
    this.at = 1;
    this.seat = 0;
    this.open = true;
    this.timer = null;
    const still = () => {};
    this.hand = new Hand({ onDiscard: still, onLift: still, onRefuse: still });
    this.bind();
  }

  bind() {
    byId("open-replay").addEventListener("click", (event) => { event.preventDefault(); this.show(1); });
    byId("close-replay").addEventListener("click", () => this.close());
    byId("replay-back").addEventListener("click", () => this.go(this.at - 1));
    byId("replay-on").addEventListener("click", () => this.go(this.at + 1));
    byId("replay-play").addEventListener("click", () => this.play(this.timer === null));
    byId("replay-slider").addEventListener("input", (event) => this.go(Number(event.target.value)));
    byId("replay-seat").addEventListener("click", () => this.sit((this.seat + 1) % 4));
    byId("replay-open").addEventListener("click", () => this.reveal(!this.open));
    document.addEventListener("keydown", (event) => { if (!this.stage.hidden) this.pressed(event); });
  }

  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const onButton = event.target.closest("button, a") !== null;
    const keys = {
      ArrowLeft: () => this.go(this.at - 1), ArrowRight: () => this.go(this.at + 1), Home: () => this.go(1),
      End: () => this.go(this.steps.length), Escape: () => this.close(), v: () => this.sit((this.seat + 1) % 4),
      o: () => this.reveal(!this.open), ...(onButton ? {} : { " ": () => this.play(this.timer === null) }),
    };
    if (!(event.key in keys)) return;
    event.preventDefault();
    keys[event.key]();
  }

  /** Open the stage at a step. */
  async show(step) {
    this.stage.hidden = false;
    document.documentElement.classList.add("stage-open");
    if (!this.steps.length) await this.sit(this.seat, step);
    else this.go(step);
    byId("close-replay").focus();
  }

  close() {
    this.play(false);
    this.stage.hidden = true;
    document.documentElement.classList.remove("stage-open");
    history.replaceState(null, "", location.pathname);
    byId("open-replay").focus();
  }

  /** Look from another seat. */
  async sit(seat, step = this.at) {
    const answer = await fetch(`${this.stage.dataset.stepsUrl}?seat=${seat}`);
    if (!answer.ok) throw new Error(`${this.stage.dataset.stepsUrl}: ${answer.status}`);
    this.steps = (await answer.json()).steps;
    this.seat = seat;
    byId("replay-slider").max = String(this.steps.length);
    this.go(step);
  }

  reveal(open) {
    this.open = open;
    byId("replay-open").setAttribute("aria-pressed", String(open));
    this.draw();
  }

  go(step) {
    this.at = Math.min(this.steps.length, Math.max(1, step));
    if (this.at === this.steps.length) this.play(false);
    this.draw();
    history.replaceState(null, "", `#seat=${this.seat}&step=${this.at}`);
  }

  draw() {
    const { view, events, hands } = this.steps[this.at - 1];
    const shown = this.open ? { ...view, open_hands: hands } : view;
    renderTable(shown);
    this.hand.show(shown, false);
    const lines = events.map((event) => told(view, event)).filter(Boolean);
    const last = lines[lines.length - 1];
    const said = last || { key: "their_turn", values: { name: called(view, view.turn) } };
    byId("prompt-text").replaceChildren(phrase(said.key, said.values));
    byId("replay-slider").value = String(this.at);
    byId("replay-count").textContent = `${this.at}/${this.steps.length}`;
  }

  play(on) {
    clearInterval(this.timer);
    this.timer = on ? setInterval(() => this.go(this.at + 1), STEP_MS) : null;
    byId("replay-play").setAttribute("aria-pressed", String(on));
  }
}

wear(new Preferences());
const replay = new Replay(byId("stage"));
const wanted = new URLSearchParams(location.hash.slice(1));
byId("open-replay").hidden = false;
loadSprites().finally(() => {
  replay.seat = Number(wanted.get("seat")) || 0;
  if (wanted.has("step")) replay.show(Number(wanted.get("step")) || 1);
});
