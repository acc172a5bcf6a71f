// The live table: views in, actions out. Everything that is drawn follows from the last view.
import { call } from "../pages/attention.js";
import { Alerts } from "./alerts.js";
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
import { Hand } from "./hand.js";
import { KeyHelp } from "./keyhelp.js";
import { Keys } from "./keys.js";
import { Leaving } from "./leave.js";
import { Motion } from "./motion.js";
import { Panel } from "./panel.js";
import { Phrases } from "./phrases.js";
import { Preferences } from "./preferences.js";
import { Prompt } from "./prompt.js";
import { Referee } from "./referee.js";
import { renderTable } from "./render.js";
import { Reveal } from "./reveal.js";
import { highlight } from "./river.js";
import { Seed } from "./seed.js";
import { Sheet } from "./sheet.js";
import { TableSocket } from "./socket.js";
import { Sound } from "./sound.js";
import { TextMode } from "./textmode.js";
import { withThrown } from "./thrown.js";
import { loadSprites } from "./tile.js";
import { tipOnce } from "./tip.js";
import { showWaits } from "./waits.js";
import { Wishes } from "./wishes.js";
import { text } from "./words.js";

const page = document.body.dataset;

class LiveTable {
  constructor() {
    this.view = null;
    this.busy = null;
    this.answered = null;
    this.thrown = null;
    this.seed = new Seed();
    this.preferences = new Preferences();
    this.sound = new Sound((channel) => (this.preferences.get("sound") ? this.preferences.get(channel) : 0));
    this.announcer = new Announcer(() => this.preferences.get("say"));
    this.reveal = new Reveal(this.announcer);
    this.prompt = new Prompt();
    this.motion = new Motion();
    this.panel = new Panel(this.preferences, (name) => this.alerts.changed(name));
    this.clock = new Clock({ onHurry: (seconds) => this.alerts.hurry(this.view, seconds) });
    this.alerts = new Alerts(this);
    this.hand = new Hand({
      onDiscard: (tile, index) => this.discard(tile, index), onLift: (tile, fresh) => this.lifted(tile, fresh),
      onRefuse: (why) => this.refuse(why), taps: () => this.preferences.get("tap"),
    });
    this.claims = new Claims({ onAct: (action) => this.act(action), onUse: (tiles) => this.hand.use(tiles) });
    this.wishes = new Wishes({ onWish: (wishes) => this.socket.ask({ type: "wish", wishes }) });
    this.sheet = new Sheet({
      onContinue: () => this.act({ type: "pass" }), timeLeft: () => this.clock.left(),
      address: (id) => page.sheetUrl.replace("HAND", encodeURIComponent(id)),
    });
    this.connection = new Connection({
      onRetry: () => this.socket.reconnectNow(), onLost: () => this.lost(), timeLeft: () => this.clock.left(),
    });
    const ask = (frame) => this.socket.ask(frame);
    this.referee = new Referee({ ask, announcer: this.announcer });
    this.phrases = new Phrases({ ask, announcer: this.announcer, wanted: () => this.preferences.get("phrases") });
    const currentView = () => this.view;
    const onBack = () => { this.socket.ask({ type: "auto", on: false }); };
    new Keys({ ...this, help: new KeyHelp(this.preferences), onBack, currentView });
    byId("take-back").addEventListener("click", onBack);
    byId("let-go")?.addEventListener("click", () => this.socket.ask({ type: "auto", on: true }));
    const commands = new Commands({ ...this, onPass: () => this.act({ type: "pass" }), onBack });
    this.text = new TextMode({ ...this, commands, currentView });
    this.leaving = new Leaving({ mustAsk: () => this.isSeated, exit: byId("back").href });
    byId("think").addEventListener("click", () => this.socket.ask({ type: "think", decision: this.view.decision }));
  }

  /** Whether the reader has a seat at a table that is still played. */
  get isSeated() {
    return this.view !== null && this.view.seat !== null && this.view.phase !== "closed";
  }

  start(view) {
    this.socket = new TableSocket(socketUrl(page.wsPath), {
      view: (fresh, events) => this.take(fresh, events), settled: (id, refusal) => this.settled(id, refusal),
      state: (state, detail) => this.line(state, detail),
      outage: (on) => { this.connection.outage(on); if (on) this.clock.stand(); },
      phrase: (frame) => { if (this.view) this.phrases.hear(this.view, frame); },
    });
    if (view) this.draw(view);
    if (view && view.seat !== null) stayAwake();
    if (this.isSeated) {
      call(text("title_seated"));
      this.leaving.guard();
    }
    this.socket.connect();
  }

  /** A view from the server. */
  take(view, events) {
    const knocked = this.knocks(view, events);
    const flown = this.thrown ? ["discard"] : [];
    if (events.length) this.motion.glance();
    this.draw(view);
    this.motion.follow(view, events, flown);
    this.announcer.events(view, events);
    callOut(view, events, (words) => this.sound.say(words));
    if (events.some((event) => event.type === "win")) this.sound.play("win");
    else if (knocked) this.sound.play("knock");
    this.seed.give(view, (frame) => this.socket.write(frame));
    this.alerts.question(view, () => this.view.decision === view.decision);
  }

  /** A tile that comes to lie on the table is heard, one's own when it is thrown and not once more. */
  knocks(view, events) {
    return events.some(({ type, seat }) => type === "discard" && !(seat === view.seat && this.thrown));
  }

  draw(view) {
    this.view = view;
    if (this.answered !== view.decision) this.answered = null;
    if (this.thrown && this.thrown.decision !== view.decision) this.thrown = null;
    this.clock.show(view);
    this.panel.show(view);
    this.paint();
    tipOnce(view, this.prompt);
    const auto = view.seat !== null && view.present[view.seat] === "auto";
    const away = auto && view.phase !== "closed" && view.phase !== "result";
    byId("take-back").hidden = !away || Boolean(view.held);
    this.referee.show(view);
    this.reveal.show(view);
    document.body.classList.toggle("on-auto", away);
    const thinking = page.claimMode === "uniform" && view.decision && (view.phase === "claim" || view.phase === "rob");
    byId("think").hidden = !thinking || !view.thinks_left;
    byId("think-left").textContent = String(view.thinks_left ?? "");
  }

  /** What the reader sees: the server's view, with the own throw that is on its way to it. */
  get shown() {
    return this.thrown ? withThrown(this.view, this.thrown.tile, this.busy !== null) : this.view;
  }

  paint() {
    const { shown } = this;
    renderTable(shown);
    this.prompt.show(shown);
    showWaits(shown, null);
    this.enable();
  }

  /** What is lifted is framed all over the table, with what the hand would then wait for. */
  lifted(tile, fresh) {
    highlight(tile);
    showWaits(this.shown, tile);
    if (tile && fresh) this.sound.play("click");
  }

  /** Input is open while something is asked and no answer is on its way or accepted. */
  enable() {
    const open = Boolean(this.view.decision) && this.busy === null && this.answered === null;
    const { shown } = this;
    this.hand.show(shown, open);
    this.claims.show(this.view, open);
    this.wishes.show(this.view, grouped(this.view).length > 0);
    this.sheet.show(this.view, open);
    this.text.show(shown);
  }

  /** A throw is seen at once: the tile flies from its place in the hand to the river, and the hand closes up. */
  discard(tile, index) {
    const from = this.hand.node.children[index].getBoundingClientRect();
    if (!this.send({ type: "discard", tile })) return;
    this.thrown = { decision: this.view.decision, tile };
    this.hand.lift(-1);
    this.hand.drop(index);
    this.paint();
    this.motion.throwFrom(from);
    setTimeout(() => this.sound.play("knock")); // what is seen comes first
  }

  act(action) {
    if (!this.send(action)) return;
    this.hand.lift(-1);
    this.enable();
  }

  /** Send an answer to what is asked; false when nothing is, or an answer is on its way. */
  send(action) {
    if (!this.view.decision || this.busy !== null || this.answered !== null) return false;
    const { decision } = this.view;
    this.busy = { id: this.socket.ask({ type: "act", decision, action }), decision };
    return true;
  }

  settled(id, refusal) {
    if (this.referee.settled(id, refusal) || this.phrases.settled(id, refusal)) return;
    if (this.busy?.id === id) {
      this.answered = refusal ? null : this.busy.decision;
      if (this.answered !== this.view.decision) this.answered = null;
      this.busy = null;
      if (refusal && this.thrown) this.takeBack();
      this.paint();
    }
    if (refusal) this.refuse(text(`refused_${refusal.code}`));
  }

  /** A refused throw lies in the hand again where it was. */
  takeBack() {
    const { tile } = this.thrown;
    const box = byId("river-0").lastElementChild.getBoundingClientRect();
    this.thrown = null;
    this.hand.restore();
    this.paint();
    this.motion.bringBack(tile, box);
  }

  refuse(message) {
    this.prompt.note(message);
    this.announcer.urgent(message);
  }

  line(state, detail) {
    if (state === "connecting") this.seed.forget();
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
