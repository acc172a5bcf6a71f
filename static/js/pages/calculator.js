/**
 * 算分器: tiles are tapped together here and written into the form's own fields, which the server reads.
 * The page works without this module; it knows how many tiles fit, and nothing about points.
 */

import { followRules } from "./house.js";

const COPIES = 4;
const SETS = 5;
const SUBMIT_AFTER_MS = 150;

const byId = (id) => document.getElementById(id);
const form = byId("calc-form");
const fields = { wild: byId("calc-wild"), concealed: byId("calc-concealed"), tile: byId("calc-tile"), melds: byId("calc-melds") };
const keys = new Map([...document.querySelectorAll("[data-key]")].map((key) => [key.dataset.key, key]));
const names = [...keys.keys()];

/** "123m5z" -> ["1m", "2m", "3m", "5z"]; what is not written so is dropped. */
function tilesOf(text) {
  const tiles = [];
  for (const [, digits, suit] of text.matchAll(/([1-9]+)([mpsz])/g)) {
    for (const digit of digits) tiles.push(digit + suit);
  }
  return tiles.filter((name) => keys.has(name));
}

/** ["1m", "2m", "5z"] -> "12m5z". */
function written(tiles) {
  return tiles.join("").replace(/([1-9])([mpsz])(?=[1-9]\2)/g, "$1").replace(/(\d)([mpsz])(?=\d\2)/g, "$1");
}

function sorted(tiles) {
  return [...tiles].sort((one, other) => names.indexOf(one) - names.indexOf(other));
}

function meldsOf(text) {
  return text.split(/\s+/).filter(Boolean).map((part) => {
    const [shape, tiles] = part.includes(":") ? part.split(":") : ["", part];
    return { shape, tiles: tilesOf(tiles) };
  });
}

const state = { hand: [], melds: [], wild: "", tile: "" };

function readFields() {
  state.hand = sorted(tilesOf(fields.concealed.value));
  state.melds = meldsOf(fields.melds.value);
  state.wild = keys.has(fields.wild.value) ? fields.wild.value : "";
  state.tile = fields.tile.value;
}

function writeFields() {
  fields.concealed.value = written(state.hand);
  fields.melds.value = state.melds.map((meld) => (meld.shape ? `${meld.shape}:` : "") + written(meld.tiles)).join(" ");
  fields.wild.value = state.wild;
  fields.tile.value = state.tile;
}

const mode = () => document.querySelector("input[name=mode]:checked").value;
const isWon = () => form.elements.by.value !== "";
const wanted = () => 3 * (SETS - state.melds.length) + (isWon() ? 2 : 1);
const bonusKind = () => (state.wild === "5z" ? "7z" : "5z");

/** Copies of a kind that are not yet anywhere; the wild tile turned up is one of its kind. */
function left(name) {
  const used = [...state.hand, ...state.melds.flatMap((meld) => meld.tiles)].filter((tile) => tile === name).length;
  return COPIES - used - (name === state.wild ? 1 : 0);
}

/** The tiles a meld of this shape beginning with `name` takes, or null. */
function meldTiles(shape, name) {
  if (shape !== "chow") return Array(shape === "pong" ? 3 : 4).fill(name);
  const at = names.indexOf(name);
  return name[1] === "z" || Number(name[0]) > 7 ? null : names.slice(at, at + 3);
}

function canMeld(shape, name) {
  const tiles = meldTiles(shape, name);
  if (!tiles || state.melds.length === SETS || tiles.includes(state.wild) || tiles.includes(bonusKind())) return false;
  return tiles.every((tile) => left(tile) >= tiles.filter((other) => other === tile).length);
}

function canPress(name) {
  const now = mode();
  if (now === "wild") return true;
  if (now === "tile") return state.hand.includes(name);
  if (now !== "hand") return canMeld(now, name);
  if (name === bonusKind()) return Number(form.elements.bonus.value) < COPIES;
  return state.hand.length < wanted() && left(name) > 0;
}

function press(name) {
  if (!canPress(name)) return;
  const now = mode();
  if (now === "wild") {
    state.wild = name;
    choose("hand");
  } else if (now === "tile") {
    state.tile = name;
    choose("hand");
  } else if (now !== "hand") {
    state.melds.push({ shape: now, tiles: meldTiles(now, name) });
    state.hand.length = Math.min(state.hand.length, wanted());
    choose("hand");
  } else if (name === bonusKind()) {
    form.elements.bonus.value = String(Number(form.elements.bonus.value) + 1);
  } else {
    state.hand = sorted([...state.hand, name]);
    if (state.hand.length === wanted()) state.tile = name;
  }
  changed();
}

function choose(value) {
  document.querySelector(`input[name=mode][value=${value}]`).checked = true;
}

/** A tile as the page drew it on its key, with its name for screen readers. */
function drawn(name) {
  const tile = keys.get(name).querySelector(".tile").cloneNode(true);
  if (name === state.wild) tile.classList.add("wild");
  return tile;
}

function button(tiles, press) {
  const node = document.createElement("button");
  node.type = "button";
  node.append(...tiles);
  node.addEventListener("click", press);
  return node;
}

function drawRack() {
  let marked = false;
  const tiles = state.hand.map((name, at) => {
    const tile = drawn(name);
    if (!marked && isWon() && name === state.tile) {
      tile.classList.add("winning");
      marked = true;
    }
    return button([tile], () => {
      if (mode() === "tile") return press(name);
      state.hand.splice(at, 1);
      return changed();
    });
  });
  byId("calc-rack").replaceChildren(...tiles);
  byId("calc-shown").replaceChildren(...state.melds.map((meld, at) => button(meld.tiles.map(drawn), () => {
    state.melds.splice(at, 1);
    changed();
  })));
}

function draw() {
  drawRack();
  byId("calc-count").textContent = `${state.hand.length} / ${wanted()}`;
  byId("calc-full").hidden = mode() !== "hand" || state.hand.length < wanted();
  for (const [name, key] of keys) {
    key.setAttribute("aria-disabled", String(!canPress(name)));
    key.querySelector(".tile").classList.toggle("wild", name === state.wild);
  }
}

let waiting = 0;

/** Ask for the points as soon as the hand is whole; before that there is nothing to say. */
function changed() {
  if (!state.hand.includes(state.tile)) state.tile = "";
  writeFields();
  draw();
  clearTimeout(waiting);
  const whole = state.hand.length === wanted() && state.wild && (!isWon() || state.tile);
  if (whole) waiting = setTimeout(() => form.requestSubmit(), SUBMIT_AFTER_MS);
}

for (const [name, key] of keys) key.addEventListener("click", () => press(name));
for (const radio of document.querySelectorAll("input[name=mode]")) radio.addEventListener("change", draw);
byId("calc-clear").addEventListener("click", () => {
  Object.assign(state, { hand: [], melds: [], tile: "" });
  form.elements.bonus.value = "0";
  changed();
});
form.addEventListener("change", () => {
  readFields();
  changed();
});
followRules(form, "calc-presets");
readFields();
byId("calc-board").hidden = false;
byId("calc-written").open = byId("calc-written").querySelector(".bad") !== null;
if (!state.wild) choose("wild");
draw();
