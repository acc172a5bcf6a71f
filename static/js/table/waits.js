// 听牌提示: what the hand waits for, now or after the lifted tile is thrown. The server counts, the page shows.
import { byId } from "./dom.js";
import { el } from "./dom.js";
import { whenChanged } from "./dom.js";
import { tile } from "./tile.js";
import { list } from "./words.js";
import { text } from "./words.js";
import { tileName } from "./words.js";

const FEW = 4;

/** 三万余2张80胡、… for a label. */
export function waitsText(waits) {
  return list(waits.map(({ tile: name, left, total }) => {
    const values = { tile: tileName(name), left, total };
    return text(total === null ? "wait_entry" : "wait_entry_hu", values);
  }));
}

/** What throwing a tile would make the hand wait for; empty when the view does not say. */
export function waitsAfter(view, name) {
  return view.waits?.after[name] || [];
}

function entry({ tile: name, left, total }, detailed) {
  const worth = total === null ? "" : text("total_hu", { count: total });
  const copies = text("tiles_short", { count: left });
  const words = detailed ? [el("span", {}, copies), el("span", {}, worth)] : [String(left)];
  return el("span", { class: `wait${left ? "" : " none-left"}` }, tile(name), el("span", { class: "worth" }, ...words));
}

/** Beside the sentence: the waits of the resting hand; instead of it: those of the lifted tile. */
export function showWaits(view, lifted) {
  const after = lifted ? waitsAfter(view, lifted) : [];
  const waits = after.length ? after : view.waits?.ready || [];
  const node = byId("waits");
  node.hidden = waits.length === 0 || !["act", "claim", "rob"].includes(view.phase);
  byId("prompt").classList.toggle("exploring", after.length > 0 && !node.hidden);
  whenChanged(node, [waits, after.length > 0], () => {
    node.setAttribute("aria-label", text("waits", { waits: waitsText(waits) }));
    const many = waits.length > FEW ? ` ${waits.length}` : "";
    node.replaceChildren(el("b", {}, text("ready") + many), ...waits.map((wait) => entry(wait, after.length > 0)));
  });
}
