// The table read out: what a letter says about a view, for the keyboard and for the command field alike.
import { byId } from "./dom.js";
import { bonusText } from "./meld.js";
import { meldLabel } from "./meld.js";
import { PLACES } from "./places.js";
import { called } from "./places.js";
import { calledAll } from "./places.js";
import { seatAt } from "./places.js";
import { promptText } from "./prompt.js";
import { riverText } from "./river.js";
import { namesOf } from "./tile.js";
import { amount } from "./words.js";
import { list } from "./words.js";
import { text } from "./words.js";
import { tileName } from "./words.js";

/** The time left to decide, or that there is no limit, or that nothing runs. */
export function timeText(clock) {
  const left = clock.left();
  if (left !== null) return text("say_clock", { seconds: Math.ceil(left / 1000) });
  return text(byId("no-limit") ? "say_no_limit" : "say_no_clock");
}

/** What a letter reads out about a view; null when the letter reads nothing. */
export function readOut(key, view, hand, clock) {
  const { last } = view;
  switch (key) {
    case "l":
      if (!last) return text("say_no_last");
      return text("say_last", { name: called(view, last.seat), tile: tileName(last.tile) });
    case "c": return timeText(clock);
    case "h": return text("say_hand", { tiles: namesOf(hand.tiles.map((item) => item.name)) });
    case "y": return view.wild ? text("wild_is", { tile: tileName(view.wild) }) : text("say_no_wild");
    case "p": return PLACES.map((seat) => `${called(view, seat)} ${amount(view.silver[seat])}`).join(text("comma"));
    case "e": return promptText(view);
    default: return null;
  }
}

/** What a seat laid out: its melds and bonus tiles in words. */
export function laidOutText(view, seat) {
  const melds = view.melds[seat].map((meld) => meldLabel(meld, calledAll(view)));
  const bonus = bonusText(view.bonus_kind, view.bonus[seat]);
  const all = bonus ? [...melds, bonus] : melds;
  return all.length ? list(all) : text("text_nothing");
}

/** What lies before a place: its river (`r`), or its melds and bonus tiles (`m`). */
export function readPlace(key, view, place) {
  const seat = seatAt(view, place);
  if (key === "r") return riverText(view, seat);
  return text("text_laid_out", { name: called(view, seat), tiles: laidOutText(view, seat) });
}
