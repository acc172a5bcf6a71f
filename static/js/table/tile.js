// One tile: the drawing comes from the sprite, body, badge and frame from the style sheet.
import { el } from "./dom.js";
import { fetchDocument } from "./dom.js";
import { svg } from "./dom.js";
import { list } from "./words.js";
import { text } from "./words.js";
import { tileName } from "./words.js";

const { spriteHand, spriteSmall } = document.querySelector("[data-sprite-hand]").dataset;
export const files = { hand: spriteHand, small: spriteSmall };
const loaded = { hand: false, small: false };

/** The sprite's colours, each with the name by which a style sheet may set another. */
const PAINTS = { "#1b1b1b": "black", "#b3261e": "red", "#0b6b3a": "green", "#1c3f94": "blue" };

function paint(shape) {
  const fill = shape.getAttribute("fill");
  if (fill in PAINTS) shape.style.fill = `var(--tile-${PAINTS[fill]}, ${fill})`;
}

/** Copy a sprite into the page, so that a redrawn tile never flickers while the browser looks the file up. */
async function loadSprite(size) {
  const parsed = await fetchDocument(files[size]);
  const holder = svg("svg", { width: 0, height: 0, "aria-hidden": "true", class: "sprite" });
  for (const symbol of parsed.querySelectorAll("symbol")) {
    const copy = document.importNode(symbol, true);
    copy.id = `${size}-${symbol.id}`;
    for (const shape of copy.querySelectorAll("[fill]")) paint(shape);
    holder.append(copy);
  }
  document.body.prepend(holder);
  loaded[size] = true;
}

/** Both sprites; on failure tiles keep pointing at the files, which the browser may still reach. */
export function loadSprites() {
  return Promise.allSettled([loadSprite("hand"), loadSprite("small")]);
}

function drawing(name, size) {
  const href = loaded[size] ? `#${size}-${name}` : `${files[size]}#${name}`;
  return svg("svg", { viewBox: "0 0 60 80", "aria-hidden": "true", focusable: "false" }, svg("use", { href }));
}

/** 5条, 东 … in the corner; shown to whoever prefers it. */
function corner(name) {
  const key = name[1] === "z" ? `corner_${name}` : `corner_${name[1]}`;
  return el("i", { class: "corner", "aria-hidden": "true" }, text(key, { number: name[0] }));
}

/**
 * A face-up tile. `size` is the sprite: "hand" or "small"; `wild` is the kind that is 财神 in this hand, or null.
 * `tag` and `attributes` make it an option or a button; without them it is decoration and its container has the label.
 */
export function tile(name, { size = "small", wild = null, classes = "", tag = "span", attributes = {} } = {}) {
  const isWild = wild !== null && name === wild;
  const shown = ["tile", isWild ? "wild" : "", classes].filter(Boolean).join(" ");
  return el(tag, { ...attributes, class: shown, "data-tile": name }, drawing(name, size), size === "hand" ? corner(name) : null);
}

/** A tile from behind. */
export function back(classes = "") {
  return el("span", { class: `tile back ${classes}`.trim() }, drawing("back", "small"));
}

/** 一万、二万 … for a label. */
export function namesOf(tiles) {
  return list(tiles.map(tileName));
}
