/**
 * Listens to an event's socket and tells htmx what to fetch again. The page itself is rendered by the server;
 * this module knows no rules and draws nothing but running clocks.
 */

import { Preferences } from "../table/preferences.js";
import { Sound } from "../table/sound.js";
import { call } from "./attention.js";
import { tell } from "./fetching.js";

const POLL_MS = 5000;
const RETRY_MS = [500, 1000, 2000, 4000, 8000];
const NO_SUCH_EVENT = 4004;
const TOO_MANY_WINDOWS = 4008;

const { event: slug, seated } = document.getElementById("event-socket").dataset;
const preferences = new Preferences();
const sound = new Sound((channel) => (preferences.get("sound") ? preferences.get(channel) : 0));
let attempts = 0;
let poll = null;
let lastMe = "";

/** While no socket is open, fragments are asked for again every five seconds. */
function setPolling(on) {
  if (on && poll === null) {
    poll = setInterval(() => { tell("me-changed"); tell("ranking-changed"); }, POLL_MS);
  } else if (!on && poll !== null) {
    clearInterval(poll);
    poll = null;
  }
}

/** A `me` frame: have the fragment fetched again when what it shows has changed. The server leads on to a table. */
function onMe(me) {
  const key = JSON.stringify([me.state, me.table, me.silver, me.points, me.rank, me.waiting_for, me.place, me.letters]);
  const shown = document.getElementById("me");
  const changed = lastMe === "" ? shown && shown.dataset.state !== me.state : key !== lastMe;
  lastMe = key;
  if (changed && me.state === "seated") callToTable();
  if (changed) tell("me-changed");
}

/** The table has been drawn: a bell, and a call to whoever looks at another tab meanwhile. */
function callToTable() {
  sound.play("turn");
  call(seated);
}

function connect() {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const socket = new WebSocket(`${scheme}://${location.host}/ws/events/${encodeURIComponent(slug)}/`);
  socket.addEventListener("open", () => { attempts = 0; setPolling(false); });
  socket.addEventListener("message", (message) => {
    const frame = JSON.parse(message.data);
    if (frame.type === "me") onMe(frame);
    if (frame.type === "ranking") tell("ranking-changed");
    if (frame.type === "notice") tell("me-changed");
  });
  socket.addEventListener("close", (end) => {
    if (end.code === NO_SUCH_EVENT) return;
    setPolling(true);
    if (end.code === TOO_MANY_WINDOWS) return;
    setTimeout(connect, RETRY_MS[Math.min(attempts, RETRY_MS.length - 1)]);
    attempts += 1;
  });
}

/** Clocks run between two fetches: `data-count-up` and `data-count-down` hold milliseconds at rendering. */
function clockText(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  if (parts[0] === 0) parts.shift();
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}

const begun = new WeakMap();

function tick() {
  const now = performance.now();
  for (const node of document.querySelectorAll("[data-count-up], [data-count-down]")) {
    if (!begun.has(node)) begun.set(node, now);
    const passed = now - begun.get(node);
    const up = node.dataset.countUp;
    node.textContent = clockText(up !== undefined ? Number(up) + passed : Number(node.dataset.countDown) - passed);
  }
}

/** A phone that was locked, or a page brought back from the browser's memory, may have slept through anything. */
function catchUp() {
  if (document.hidden) return;
  tell("me-changed");
  tell("ranking-changed");
}

document.addEventListener("visibilitychange", catchUp);
window.addEventListener("pageshow", (event) => { if (event.persisted) catchUp(); });
connect();
tick();
setInterval(tick, 500);

/** Rows of the ranking that have changed places glide there, unless the reader wants no motion. */
const GLIDE_MS = 400;
let places = new Map();

function rows() {
  return document.querySelectorAll("#ranking tr[data-player]");
}

document.body.addEventListener("htmx:beforeSwap", () => {
  places = new Map([...rows()].map((row) => [row.dataset.player, row.getBoundingClientRect().top]));
});
document.body.addEventListener("htmx:afterSwap", () => {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const row of rows()) {
    const from = places.get(row.dataset.player);
    const by = from === undefined ? 0 : from - row.getBoundingClientRect().top;
    if (Math.abs(by) > 1) row.animate([{ transform: `translateY(${by}px)` }, { transform: "none" }], { duration: GLIDE_MS, easing: "ease-out" });
  }
});
