// The panel behind ☰: preferences, the log of the hand, keys, fairness. The log itself always stays a live region.
import { choiceFor } from "./choices.js";
import { switchFor } from "./choices.js";
import { volumeFor } from "./choices.js";
import { byId } from "./dom.js";
import { wear } from "./look.js";
import { term } from "./words.js";

const TAPS = ["lift", "single", "double"];
const VOLUMES = ["effects", "voice", "ticks"];
const SWITCHES = ["vibration", "corner", "contrast", "lightFelt", "leftHanded", "phrases"];
const SAID = ["brief", "medium", "full"];

export class Panel {
  /** `onChange(name)` hears that a preference was changed. */
  constructor(preferences, onChange = () => {}) {
    Object.assign(this, { preferences, onChange });
    this.node = byId("panel");
    this.controls = byId("panel-controls");
    this.button = byId("menu");
    this.button.addEventListener("click", () => this.toggle());
    byId("panel-close").addEventListener("click", () => this.toggle(false));
    this.apply();
  }

  get isOpen() {
    return this.node.classList.contains("open");
  }

  choices() {
    const { preferences } = this;
    const changed = (name) => this.changed(name);
    return [
      choiceFor(preferences, "tap", TAPS, changed), switchFor(preferences, "sound", changed),
      ...VOLUMES.map((name) => volumeFor(preferences, name, changed)),
      ...SWITCHES.map((name) => switchFor(preferences, name, changed)), choiceFor(preferences, "say", SAID, changed),
    ];
  }

  changed(name) {
    this.apply();
    this.onChange(name);
  }

  apply() {
    wear(this.preferences);
    document.body.classList.toggle("left-handed", this.preferences.get("leftHanded"));
  }

  toggle(open = !this.isOpen) {
    if (open) byId("preferences").replaceChildren(...this.choices());
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
