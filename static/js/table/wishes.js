// What the reader leaves to the server: 理牌, 自动胡, 不吃碰杠, 自动摸打. The view says which are on.
import { byId } from "./dom.js";
import { el } from "./dom.js";
import { whenChanged } from "./dom.js";
import { text } from "./words.js";

const WISHES = ["sort", "win", "no_claims", "draw_throw"];
const PLAYING = ["act", "claim", "rob"];
const GUARD_MS = 250;

export class Wishes {
  /** `onWish(list)` sends the whole new list. */
  constructor({ onWish }) {
    this.onWish = onWish;
    this.node = byId("wishes");
    this.shownAt = 0;
  }

  /** Shown while a hand is played and no claim needs the place. */
  show(view, claimsOpen) {
    const hidden = !view.wishes || claimsOpen || !PLAYING.includes(view.phase) || view.present[view.seat] === "auto";
    if (this.node.hidden && !hidden) this.shownAt = performance.now();
    this.node.hidden = hidden;
    whenChanged(this.node, [view.wishes], () => this.draw(view.wishes || []));
  }

  draw(chosen) {
    const focused = this.node.contains(document.activeElement) ? document.activeElement.dataset.wish : null;
    this.node.replaceChildren(...WISHES.map((wish) => el("button", {
      type: "button", class: "wish", "data-wish": wish, "aria-pressed": String(chosen.includes(wish)),
      onclick: () => this.press(wish, chosen),
    }, text(`wish_${wish}`))));
    if (focused) this.node.querySelector(`[data-wish="${focused}"]`)?.focus();
  }

  /** A tap meant for a claim that has just gone must not land here. */
  press(wish, chosen) {
    if (performance.now() - this.shownAt < GUARD_MS) return;
    this.onWish(chosen.includes(wish) ? chosen.filter((other) => other !== wish) : [...chosen, wish]);
  }
}
