// 吃 碰 杠 胡 called out over the caller's plate for a moment.
import { byId } from "./dom.js";
import { el } from "./dom.js";
import { placeOf } from "./places.js";
import { text } from "./words.js";
import { tileName } from "./words.js";

const CALLS = { chow: "claim_chow", pong: "claim_pong", kong: "claim_kong", win: "claim_win", bonus: "call_bonus" };
const SHOWN_MS = 1100;

/** Show the calls among the events of one frame; `say(words)` speaks the last of them. */
export function callOut(view, events, say) {
  let spoken = null;
  for (const event of events) {
    if (!(event.type in CALLS) || event.seat === undefined) continue;
    spoken = text(CALLS[event.type], { tile: tileName(event.tile || view.bonus_kind) });
    const bubble = el("span", { class: `callout ${event.type}`, "aria-hidden": "true" }, spoken);
    const holder = byId("calls");
    bubble.dataset.place = String(placeOf(view, event.seat));
    holder.append(bubble);
    setTimeout(() => bubble.remove(), SHOWN_MS);
  }
  if (spoken && say) say(spoken);
}
