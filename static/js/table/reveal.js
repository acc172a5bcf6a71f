// Holds every hand against what was promised before it, and says so in red when it is not kept.
import { keep } from "../pages/promises.js";
import { open } from "../pages/promises.js";
import { settle } from "../pages/promises.js";
import { wrong } from "../pages/promises.js";
import { byId } from "./dom.js";

/** Four browsers must not ask for one record in the moment in which all read the score. */
const AFTER_MS = 2000;
const WITHIN_MS = 6000;
const TABLES_AT_ONCE = 5;

async function recordsAt(address) {
  const answer = await fetch(address);
  if (!answer.ok) return []; // not open yet: looked at when the next table is entered
  return (await answer.text()).split("\n").filter(Boolean).map((line) => JSON.parse(line));
}

export class Reveal {
  /** `announcer` tells whoever cannot see the banner. */
  constructor(announcer) {
    this.announcer = announcer;
    this.asked = new Set();
    byId("broken-close").addEventListener("click", () => { byId("broken").hidden = true; });
    const earlier = open().filter((table) => !location.pathname.includes(table)).slice(0, TABLES_AT_ONCE);
    setTimeout(() => this.lookBack(earlier), AFTER_MS);
  }

  /** A view: its promise is kept, and the hand that it ends is looked at soon. */
  show(view) {
    if (keep(view)) this.warn("");
    const hand = view.result?.hand_id;
    if (!hand || this.asked.has(hand)) return;
    this.asked.add(hand);
    setTimeout(() => this.look(`/hands/${encodeURIComponent(hand)}/record.jsonl`, hand), AFTER_MS + Math.random() * WITHIN_MS);
  }

  async look(address, hand = "") {
    const records = await recordsAt(address).catch(() => []);
    for (const record of records) {
      if (wrong(record)) this.warn(hand);
      else settle(record);
    }
  }

  /** Hands of earlier tables, which were left before their end or whose walls others were still playing. */
  async lookBack(tables) {
    for (const table of tables) {
      await this.look(`/tables/${encodeURIComponent(table)}/records.jsonl`);
    }
  }

  warn(hand) {
    const banner = byId("broken");
    if (hand) byId("broken-more").href = `${banner.dataset.fair}?hand=${encodeURIComponent(hand)}`;
    banner.hidden = false;
    this.announcer.urgent(byId("broken-text").textContent);
  }
}
