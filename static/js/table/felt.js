// How large the tiles of the four rivers may be and how they are laid. Each capacity has one layout, as large as all
// four rivers fit; it holds until one of them outgrows it, so that hardly anything moves while a hand is played.
import { byId } from "./dom.js";

/** Tiles a river, one layout each. Few hands go beyond the second. */
const CAPACITIES = [12, 18, 24, 32];
const SMALLEST_PX = 11;
const FEWEST_WIDE = 6;
const FEWEST_NARROW = 3;
const GAP_PX = 1;
/** Free space between a river and the middle. */
const APART_PX = 4;

/** The smallest capacity that holds `longest` tiles. */
export function capacityFor(longest) {
  return CAPACITIES.find((capacity) => capacity >= longest) ?? longest;
}

/** The rows of a block of `capacity` tiles in `columns` columns, and its size in pixels. */
function block(capacity, columns, size) {
  const rows = Math.ceil(capacity / columns);
  return { columns, rows, width: columns * (size + GAP_PX), height: rows * ((size * 4) / 3 + GAP_PX) };
}

/** The block with the fewest columns from `least` on that fits into the room; null when none does. */
function narrowest(capacity, least, size, room) {
  for (let columns = least; columns * (size + GAP_PX) <= room.width; columns += 1) {
    const found = block(capacity, columns, size);
    if (found.height <= room.height) return found;
  }
  return null;
}

/** Both kinds of river with tiles of one size; null when they do not fit around the middle. */
function around(room, middle, capacity, size) {
  const beside = (room.width - middle.width) / 2 - APART_PX;
  for (let columns = FEWEST_WIDE; columns * (size + GAP_PX) <= room.width; columns += 1) {
    const wide = block(capacity, columns, size);
    const between = room.height - 2 * (wide.height + APART_PX);
    if (between < middle.height) continue;
    const narrow = narrowest(capacity, FEWEST_NARROW, size, { width: beside, height: between });
    if (narrow) return { size, wide, narrow };
  }
  return null;
}

/**
 * The layout for rivers of `capacity` tiles around a middle of `middle` {width, height} in a room of `room` pixels,
 * tiles at most `largest` wide: `{size, wide, narrow}`, the last two with columns and rows.
 */
export function layout(room, middle, capacity, largest) {
  for (let size = largest; size > SMALLEST_PX; size -= 1) {
    const found = around(room, middle, capacity, size);
    if (found) return found;
  }
  return tightest(room, (room.width - middle.width) / 2, capacity);
}

/** Nothing fits: the smallest tiles, whatever they cover. */
function tightest(room, beside, capacity) {
  const laid = (width, least) => block(capacity, Math.max(least, Math.floor(width / (SMALLEST_PX + GAP_PX))), SMALLEST_PX);
  return { size: SMALLEST_PX, wide: laid(room.width, FEWEST_WIDE), narrow: laid(beside, FEWEST_NARROW) };
}

class Felt {
  /** Sizes come from an observer, so that laying never makes the browser compute the page in between. */
  constructor(node, centre) {
    this.node = node;
    this.hand = null;
    this.capacity = 0;
    this.fitted = "";
    this.sizes = new Map();
    const observer = new ResizeObserver((entries) => {
      for (const { target, contentRect } of entries) this.sizes.set(target, contentRect);
      this.fit();
    });
    this.centre = centre;
    observer.observe(node);
    observer.observe(centre);
  }

  /** Within a hand the layout only ever goes to a larger capacity. */
  show(view) {
    const longest = Math.max(...view.rivers.map((river) => river.length));
    const before = this.hand === view.hand ? this.capacity : 0;
    this.hand = view.hand;
    this.capacity = Math.max(before, capacityFor(longest));
    this.fit();
  }

  fit() {
    const room = this.sizes.get(this.node);
    const inner = this.sizes.get(this.centre);
    if (!room?.width || !room.height || !inner || !this.capacity) return; // nothing to lay, or not on the screen
    const key = [room.width, room.height, inner.width, inner.height, this.capacity].join();
    if (key === this.fitted) return;
    this.fitted = key;
    const middle = { width: this.centre.offsetWidth, height: this.centre.offsetHeight };
    const largest = parseFloat(getComputedStyle(this.node).getPropertyValue("--r-max"));
    const { size, wide, narrow } = layout(room, middle, this.capacity, largest);
    const values = {
      "--r": `${size}px`, "--wide": wide.columns, "--wide-rows": wide.rows, "--narrow": narrow.columns,
      "--narrow-rows": narrow.rows,
    };
    for (const [name, value] of Object.entries(values)) this.node.style.setProperty(name, String(value));
  }
}

let felt = null;

/** Lay the rivers of a view. */
export function layFelt(view) {
  felt ??= new Felt(byId("felt"), byId("centre"));
  felt.show(view);
}
