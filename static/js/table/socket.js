// The table's socket: whole views in, actions out. Drops old views, resends what was not acknowledged, reconnects.

const BACKOFF_MS = [0, 500, 1000, 2000, 4000, 8000];
const PING_AFTER_MS = 2500;
const SILENT_MS = 9000;
/** Closing codes after which connecting again is pointless: no seat here, not known, no such table, too many windows. */
const FINAL = new Set([4001, 4003, 4004, 4008, 4403, 4404]);

/** An id for an action; `crypto.randomUUID` does not exist on plain HTTP. */
export function newId() {
  return randomHex(12);
}

/** `bytes` random bytes as hex. */
export function randomHex(bytes) {
  const values = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(values, (value) => value.toString(16).padStart(2, "0")).join("");
}

export class TableSocket {
  /**
   * `on.view(view, events)`, `on.settled(id, refusal|null)`, `on.state(state, detail)` with the states "connecting",
   * "open", "waiting" (detail: ms until the next attempt), "silent", "closed" (detail: the closing code).
   */
  constructor(url, on) {
    this.url = url;
    this.on = on;
    this.v = -1;
    this.attempt = 0;
    this.pending = new Map();
    this.socket = null;
    this.retryTimer = null;
    this.beatTimer = null;
    this.finished = false;
    this.outage = false;
    window.addEventListener("online", () => this.reconnectNow());
    document.addEventListener("visibilitychange", () => { this.tellHidden(); if (!document.hidden) this.wake(); });
  }

  connect() {
    clearTimeout(this.retryTimer);
    this.on.state("connecting");
    const socket = new WebSocket(this.url);
    this.socket = socket;
    this.opened = false;
    socket.onopen = () => this.started(socket);
    socket.onmessage = (message) => { if (socket === this.socket) this.received(JSON.parse(message.data)); };
    socket.onclose = (event) => { if (socket === this.socket) this.lost(event.code); };
  }

  started(socket) {
    if (socket !== this.socket) return;
    this.opened = true;
    this.stand(false);
    this.heardAt = performance.now();
    this.on.state("open", null);
    if (document.hidden) this.tellHidden();
    this.beat();
  }

  received(frame) {
    this.heardAt = performance.now();
    this.attempt = 0;
    if (frame.type === "view") this.take(frame);
    else if (frame.type === "ack") this.settle(frame.id, null);
    else if (frame.type === "refused") this.settle(frame.id, frame);
    else if (frame.type === "pong") this.heartbeat(frame);
    else if (frame.type === "phrase") this.on.phrase?.(frame);
    else if (frame.type === "outage") this.stand(frame.on);
  }

  take(frame) {
    if (frame.v < this.v) return;
    this.v = frame.v;
    this.on.view(frame.view, frame.events || []);
  }

  /** The server cannot store anything for now; what was asked meanwhile is asked again once it can. */
  stand(on) {
    this.outage = on;
    this.on.outage?.(on);
    if (!on) for (const frame of this.pending.values()) this.write(frame);
  }

  settle(id, refusal) {
    if (refusal?.code === "busy" && this.outage && this.pending.has(id)) return;
    const known = this.pending.delete(id);
    if (refusal && refusal.code === "stale") this.write({ type: "sync" });
    if (known) this.on.settled(id, refusal);
  }

  heartbeat(frame) {
    if (this.pingedAt !== undefined) this.on.state("open", Math.round(performance.now() - this.pingedAt));
    if (frame.v > this.v) this.write({ type: "sync" });
  }

  /** Ping while the line is idle; a line that stays silent is given up and opened again. */
  beat() {
    clearTimeout(this.beatTimer);
    if (performance.now() - this.heardAt > SILENT_MS) {
      this.on.state("silent");
      this.reconnectNow();
      return;
    }
    this.pingedAt = performance.now();
    this.write({ type: "ping" });
    this.beatTimer = setTimeout(() => this.beat(), PING_AFTER_MS);
  }

  wake() {
    if (this.socket?.readyState === WebSocket.OPEN) this.write({ type: "sync" });
    else this.reconnectNow();
  }

  /** Whether anybody can see the page: who looks elsewhere for long may be told by a notice. */
  tellHidden() {
    this.write({ type: "hidden", on: document.hidden });
  }

  reconnectNow() {
    if (this.finished) return;
    const old = this.socket;
    this.socket = null;
    old?.close();
    clearTimeout(this.beatTimer);
    this.connect();
  }

  lost(code) {
    clearTimeout(this.beatTimer);
    this.socket = null;
    if (FINAL.has(code)) {
      this.finish(code);
      return;
    }
    const base = BACKOFF_MS[Math.min(this.attempt, BACKOFF_MS.length - 1)];
    const wait = Math.round(base * (0.75 + Math.random() * 0.5));
    this.attempt += 1;
    this.on.state("waiting", { wait, opened: this.opened, code });
    this.retryTimer = setTimeout(() => this.connect(), wait);
  }

  /** No further attempts. */
  finish(code) {
    this.finished = true;
    clearTimeout(this.retryTimer);
    this.on.state("closed", code);
  }

  /** Send a frame that is answered by `ack` or `refused`; it is sent again after a reconnect until it is. */
  ask(frame) {
    const asked = { ...frame, id: newId() };
    this.pending.set(asked.id, asked);
    this.write(asked);
    return asked.id;
  }

  /** Send a frame without an answer. */
  write(frame) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame));
  }
}
