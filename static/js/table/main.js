// The live table: views in, actions out. Everything that is drawn follows from the last view.
import { Announcer } from "./announce.js";
import { stayAwake } from "./awake.js";
import { callOut } from "./callout.js";
import { Claims } from "./claims.js";
import { grouped } from "./claims.js";
import { Clock } from "./clock.js";
import { Commands } from "./commands.js";
import { Connection } from "./connection.js";
import { byId } from "./dom.js";
import { readJson } from "./dom.js";
import { closeEnlarged } from "./enlarge.js";
import { Hand } from "./hand.js";
import { Keys } from "./keys.js";
import { Panel } from "./panel.js";
import { Phrases } from "./phrases.js";
import { Preferences } from "./preferences.js";
import { asks } from "./prompt.js";
import { Prompt } from "./prompt.js";
import { promptText } from "./prompt.js";
import { Referee } from "./referee.js";
import { renderTable } from "./render.js";
import { highlight } from "./river.js";
import { Sheet } from "./sheet.js";
import { randomHex } from "./socket.js";
import { TableSocket } from "./socket.js";
import { Sound } from "./sound.js";
import { TextMode } from "./textmode.js";
import { loadSprites } from "./tile.js";
import { showWaits } from "./waits.js";
import { Wishes } from "./wishes.js";
import { text } from "./words.js";

const page = document.body.dataset;

class LiveTable {
  constructor() {
    this.view = null;
    this.busy = null;
    this.answered = null;
    this.asked = null;
    this.seeds = new Map();
    this.preferences = new Preferences();
    this.sound = new Sound((channel) => this.preferences.get(channel));
    this.announcer = new Announcer();
    this.prompt = new Prompt();
    this.panel = new Panel(this.preferences, (name) => this.changed(name));
    this.clock = new Clock({ onHurry: (seconds) => this.hurry(seconds) });
    this.hand = new Hand({
      onDiscard: (tile) => this.act({ type: "discard", tile }), onLift: (tile) => this.lifted(tile),
      onRefuse: (why) => this.refuse(why), taps: () => this.preferences.get("tap"),
    });
    this.claims = new Claims({ onAct: (action) => this.act(action), onUse: (tiles) => this.hand.use(tiles) });
    this.wishes = new Wishes({ onWish: (wishes) => this.socket.ask({ type: "wish", wishes }) });
    this.sheet = new Sheet({
      onContinue: () => this.act({ type: "pass" }), timeLeft: () => this.clock.left(),
      urls: { replay: (id) => page.replayUrl.replace("HAND", encodeURIComponent(id)) },
    });
    this.connection = new Connection({
      onRetry: () => this.socket.reconnectNow(), onLost: () => this.lost(), timeLeft: () => this.clock.left(),
    });
    const ask = (frame) => this.socket.ask(frame);
    this.referee = new Referee({ ask, announcer: this.announcer });
    this.phrases = new Phrases({ ask, announcer: this.announcer, wanted: () => this.preferences.get("phrases") });
    const currentView = () => this.view;
    new Keys({ ...this, currentView });
    const onBack = () => { this.socket.ask({ type: "auto", on: false }); };
    byId("take-back").addEventListener("click", onBack);
    const commands = new Commands({ ...this, onPass: () => this.act({ type: "pass" }), onBack });
    this.text = new TextMode({ ...this, commands, currentView });
    byId("think").addEventListener("click", () => this.socket.ask({ type: "think", decision: this.view.decision }));
  }

  start(view) {
    this.socket = new TableSocket(socketUrl(page.wsPath), {
      view: (fresh, events) => this.take(fresh, events), settled: (id, refusal) => this.settled(id, refusal),
      state: (state, detail) => this.line(state, detail),
      phrase: (frame) => { if (this.view) this.phrases.hear(this.view, frame); },
    });
    if (view) this.draw(view);
    if (view && view.seat !== null) stayAwake();
    this.socket.connect();
  }

  /** A view from the server. */
  take(view, events) {
    this.draw(view);
    this.announcer.events(view, events);
    callOut(view, events, (words) => this.sound.say(words));
    if (events.some((event) => event.type === "win")) this.sound.play("win");
    else if (events.some((event) => event.type === "discard")) this.sound.play("knock");
    this.giveSeed(view);
    this.callReader(view);
  }

  draw(view) {
    this.view = view;
    if (this.answered !== view.decision) this.answered = null;
    renderTable(view);
    this.clock.show(view);
    this.prompt.show(view);
    this.panel.show(view);
    showWaits(view, null);
    this.enable();
    const auto = view.seat !== null && view.present[view.seat] === "auto";
    const away = auto && view.phase !== "closed" && view.phase !== "result";
    byId("take-back").hidden = !away || Boolean(view.held);
    this.referee.show(view);
    document.body.classList.toggle("on-auto", away);
    const thinking = page.claimMode === "uniform" && view.decision && (view.phase === "claim" || view.phase === "rob");
    byId("think").hidden = !thinking || !view.thinks_left;
    byId("think-left").textContent = String(view.thinks_left ?? "");
  }

  /** What is lifted is framed all over the table, with what the hand would then wait for. */
  lifted(tile) {
    highlight(tile);
    showWaits(this.view, tile);
  }

  /** Input is open while something is asked and no answer is on its way or accepted. */
  enable() {
    const open = Boolean(this.view.decision) && this.busy === null && this.answered === null;
    this.hand.show(this.view, open);
    this.claims.show(this.view, open);
    this.wishes.show(this.view, grouped(this.view).length > 0);
    this.sheet.show(this.view, open);
    this.text.show(this.view);
  }

  act(action) {
    if (!this.view.decision || this.busy !== null || this.answered !== null) return;
    const { decision } = this.view;
    this.busy = { id: this.socket.ask({ type: "act", decision, action }), decision };
    this.hand.lift(-1);
    this.enable();
  }

  settled(id, refusal) {
    if (this.referee.settled(id, refusal) || this.phrases.settled(id, refusal)) return;
    if (this.busy?.id === id) {
      this.answered = refusal ? null : this.busy.decision;
      if (this.answered !== this.view.decision) this.answered = null;
      this.busy = null;
      this.enable();
    }
    if (refusal) this.refuse(text(`refused_${refusal.code}`));
  }

  refuse(message) {
    for (const tile of document.querySelectorAll("#hand .pending")) tile.classList.remove("pending");
    this.prompt.note(message);
    this.announcer.urgent(message);
  }

  /** Sound, vibration and words when a new question comes that is a real choice. */
  callReader(view) {
    if (!view.decision || view.decision === this.asked) return;
    this.asked = view.decision;
    if (!asks(view)) return;
    closeEnlarged();
    this.announcer.urgent(promptText(view));
    this.sound.play("turn");
    this.vibrate([60]);
  }

  hurry(seconds) {
    if (!asks(this.view)) return;
    this.sound.play("tick");
    this.vibrate([40, 60, 40]);
    this.announcer.urgent(text("say_clock", { seconds }));
  }

  /** A changed volume is heard at once, and vibration felt. */
  changed(name) {
    if (name === "effects") this.sound.play("knock");
    else if (name === "ticks") this.sound.play("tick");
    else if (name === "voice") this.sound.say(text("claim_pong"));
    else if (name === "vibration") this.vibrate([60]);
  }

  /** Android only; before the first touch browsers forbid it. */
  vibrate(pattern) {
    if (!this.preferences.get("vibration")) return;
    if (navigator.vibrate && navigator.userActivation?.hasBeenActive) navigator.vibrate(pattern);
  }

  /** Our share of the wall's randomness, once a hand; sent again after a reconnect, the first one counts. */
  giveSeed(view) {
    if (view.phase !== "deal" || view.seat === null) return;
    const seed = this.seeds.get(view.hand) || randomHex(32);
    if (this.seeds.has(view.hand) && this.seedSent) return;
    this.seeds.set(view.hand, seed);
    this.seedSent = true;
    this.socket.write({ type: "seed", hand: view.hand, client_seed: seed });
  }

  line(state, detail) {
    if (state === "connecting") this.seedSent = false;
    this.connection.show(state, detail);
    if (state === "waiting" && !detail.opened) this.whyClosed();
  }

  lost() {
    this.announcer.note("net_lost");
    this.announcer.urgent(text("net_lost"));
  }

  /** A handshake refused by the server looks like a broken line; the table's address tells them apart. */
  async whyClosed() {
    const answer = await fetch(page.apiUrl, { headers: { Accept: "application/json" } }).catch(() => null);
    if (answer && [401, 403, 404].includes(answer.status)) this.socket.finish(answer.status);
  }
}

function socketUrl(path) {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${location.host}${path}`;
}

const table = new LiveTable();
loadSprites().finally(() => table.start(readJson("view")?.view));
