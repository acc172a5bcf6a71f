// The panel behind ☰: preferences, the log of the hand, keys, fairness. The log itself always stays a live region.
import { byId } from "./dom.js";
import { el } from "./dom.js";
import { term } from "./words.js";
import { text } from "./words.js";

const CHOICES = { singleTap: "pref_single_tap", sound: "pref_sound", leftHanded: "pref_left", keys: "pref_keys" };

export class Panel {
  constructor(preferences) {
    this.preferences = preferences;
    this.node = byId("panel");
    this.controls = byId("panel-controls");
    this.button = byId("menu");
    this.button.addEventListener("click", () => this.toggle());
    byId("panel-close").addEventListener("click", () => this.toggle(false));
    byId("preferences").replaceChildren(...Object.keys(CHOICES).map((name) => this.choice(name)));
    this.apply();
  }

  get isOpen() {
    return this.node.classList.contains("open");
  }

  choice(name) {
    const pressed = () => String(this.preferences.get(name));
    const node = el("button", { type: "button", class: "toggle", "aria-pressed": pressed() }, text(CHOICES[name]));
    node.addEventListener("click", () => {
      this.preferences.toggle(name);
      node.setAttribute("aria-pressed", pressed());
      this.apply();
    });
    return node;
  }

  apply() {
    document.body.classList.toggle("left-handed", this.preferences.get("leftHanded"));
  }

  toggle(open = !this.isOpen) {
    this.node.classList.toggle("open", open);
    this.controls.hidden = !open;
    document.body.classList.toggle("panel-open", open);
    this.button.setAttribute("aria-expanded", String(open));
    (open ? byId("panel-close") : this.button).focus();
  }

  /** The published commitment and the seeds taken, for whoever wants to check the wall later. */
  show(view) {
    byId("commitment").textContent = view.commitment || "–";
    const [preset, version] = view.rules.split("@");
    byId("rules-name").textContent = `${term("preset", preset)} @${version}`;
  }
}
