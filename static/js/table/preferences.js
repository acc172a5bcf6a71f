// What the reader prefers, kept in the browser. A browser without storage has the defaults.

const KEY = "yuhuan-table";
const DEFAULTS = {
  tap: "lift", leftHanded: false, keys: true, corner: false, contrast: false, lightFelt: false,
  effects: 80, voice: 70, ticks: 60, vibration: true, phrases: true, textMode: false,
};
const ALLOWED = { tap: ["lift", "single", "double"] };

/** What of a stored value is one of ours: the right type, one of the choices, a volume from 0 to 100. */
function fits(name, value) {
  if (typeof value !== typeof DEFAULTS[name]) return false;
  if (name in ALLOWED) return ALLOWED[name].includes(value);
  return typeof value !== "number" || (value >= 0 && value <= 100);
}

function stored() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY)) || {};
    return Object.fromEntries(Object.entries(kept).filter(([name, value]) => name in DEFAULTS && fits(name, value)));
  } catch {
    return {};
  }
}

export class Preferences {
  constructor() {
    this.values = { ...DEFAULTS, ...stored() };
  }

  get(name) {
    return this.values[name];
  }

  /** Change a preference and remember it where the browser lets us. */
  set(name, value) {
    this.values[name] = value;
    try {
      localStorage.setItem(KEY, JSON.stringify(this.values));
    } catch {
      // private browsing: the choice holds until the page is left
    }
  }
}
