// The claim row: 胡 杠 碰 吃 过 in fixed order, only what is legal; its room is reserved even when it is empty.
import { byId } from "./dom.js";
import { el } from "./dom.js";
import { whenChanged } from "./dom.js";
import { meldLabel } from "./meld.js";
import { tile } from "./tile.js";
import { text } from "./words.js";

const GROUPS = [
  { key: "win", types: ["win"] },
  { key: "kong", types: ["kong_open", "kong_concealed", "kong_added"] },
  { key: "pong", types: ["pong"] },
  { key: "chow", types: ["chow"] },
  { key: "pass", types: ["pass"] },
];
const GUARD_MS = 250;

/** The legal actions by button, in the fixed order; discards belong to the hand, a result's pass to the sheet. */
export function grouped(view) {
  if (!view.decision || view.phase === "result" || view.phase === "deal") return [];
  const legal = view.legal || [];
  return GROUPS.map(({ key, types }) => ({ key, actions: legal.filter((action) => types.includes(action.type)) }))
    .filter(({ actions }) => actions.length > 0);
}

/** The meld an action would make, as tiles to draw and the own tiles it takes. */
export function outcome(view, action) {
  const claimed = view.last?.tile;
  if (action.type === "chow") {
    const tiles = [...action.tiles, claimed].sort();
    return { type: "chow", tiles, own: action.tiles };
  }
  const made = (kind, size, own) => ({ type: action.type, tiles: Array(size).fill(kind), own: Array(own).fill(kind) });
  if (action.type === "pong") return made(claimed, 3, 2);
  if (action.type === "kong_open") return made(claimed, 4, 3);
  return made(action.tile, 4, action.type === "kong_concealed" ? 4 : 1);
}

/** The own tiles that some of these actions would take: `{name, count, caption}` a kind, the caption being what for. */
function usedBy(view, actions) {
  const kinds = new Map();
  for (const action of actions) {
    const key = GROUPS.find(({ types }) => types.includes(action.type)).key;
    const { own } = outcome(view, action);
    for (const name of own) {
      const kind = kinds.get(name) ?? { count: 0, keys: new Set() };
      kinds.set(name, { count: Math.max(kind.count, own.filter((other) => other === name).length), keys: kind.keys.add(key) });
    }
  }
  return [...kinds].map(([name, { count, keys }]) => ({ name, count, caption: captionOf([...keys]) }));
}

/** 吃, or several of 吃碰杠 in short. */
function captionOf(keys) {
  return keys.length === 1 ? text(`claim_${keys[0]}`) : keys.map((key) => text(`short_${key}`)).join("");
}

export class Claims {
  /** `onAct(action)` fires, `onUse(kinds)` frames the own tiles an open choice would take. */
  constructor({ onAct, onUse }) {
    Object.assign(this, { onAct, onUse });
    this.node = byId("claims");
    this.view = null;
    this.open = null;
    this.shownAt = 0;
    this.question = null;
  }

  show(view, enabled) {
    const question = view.decision && grouped(view).length ? view.decision : null;
    if (question !== this.question) {
      this.question = question;
      this.open = null;
      this.shownAt = performance.now();
    }
    this.view = view;
    this.enabled = enabled;
    this.draw();
  }

  /** Buttons stay the same nodes while nothing changes: a press that spans a frame must not be lost. */
  draw() {
    const groups = grouped(this.view);
    whenChanged(this.node, [this.question, groups, this.open, this.enabled], () => this.rebuild(groups));
    const open = groups.find(({ key }) => key === this.open);
    const offered = (open ? open.actions : groups.flatMap(({ actions }) => actions))
      .filter((action) => action.type !== "win" && action.type !== "pass");
    this.onUse(this.view.phase === "act" && !open ? [] : usedBy(this.view, offered));
  }

  rebuild(groups) {
    const chosen = groups.find(({ key }) => key === this.open);
    const nodes = chosen ? this.thumbnails(chosen) : groups.map((group) => this.button(group, groups.length === 1));
    const focused = this.node.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    this.node.replaceChildren(...nodes);
    this.node.dataset.count = String(nodes.length);
    this.node.classList.toggle("choosing", Boolean(chosen));
    if (focused) (this.node.querySelector(`[data-key="${focused}"]`) ?? this.node.firstElementChild)?.focus();
  }

  button({ key, actions }, alone) {
    const quiet = key === "pass" && alone;
    return el("button", {
      type: "button", class: `claim ${key}${quiet ? " quiet" : ""}`, "data-key": key, disabled: !this.enabled,
      "aria-haspopup": actions.length > 1 ? "true" : null, onclick: () => this.press(key),
    }, text(`claim_${key}`));
  }

  /** One button per possible chow or kong, drawn as the meld it makes. */
  thumbnails({ key, actions }) {
    const choose = actions.map((action, index) => {
      const made = outcome(this.view, action);
      const shown = made.type === "chow" ? made.tiles : made.tiles.slice(0, 1);
      const claimed = made.type === "chow" ? this.view.last?.tile : null;
      const faces = shown.map((name) => tile(name, { classes: name === claimed ? "claimed" : "" }));
      if (shown.length === 1) faces.push(el("b", {}, `×${made.tiles.length}`));
      return el("button", {
        type: "button", class: `claim thumbnail ${key}`, "data-key": `${key}-${index}`, disabled: !this.enabled,
        "aria-label": meldLabel(made), onclick: () => this.fire(action),
      }, el("span", { class: "melds", "aria-hidden": "true" }, ...faces));
    });
    const close = el("button", {
      type: "button", class: "claim back-out", "data-key": "back", "aria-label": text("back"),
      onclick: () => this.choose(null),
    }, "✕");
    return [...choose, close];
  }

  choose(key) {
    this.open = key;
    this.draw();
  }

  /** A press on a button or its key; nothing in the first moments, so that a discard's tap never lands on a claim. */
  press(key) {
    const group = grouped(this.view).find((candidate) => candidate.key === key);
    if (!group || !this.enabled || performance.now() - this.shownAt < GUARD_MS) return;
    if (group.actions.length === 1) this.fire(group.actions[0]);
    else this.choose(this.open === key ? null : key);
  }

  fire(action) {
    if (this.enabled && performance.now() - this.shownAt >= GUARD_MS) this.onAct(action);
  }
}
