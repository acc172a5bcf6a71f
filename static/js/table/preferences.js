// What the reader prefers, kept in the browser. A browser without storage has the defaults.

const KEY = "yuhuan-table";
const DEFAULTS = { singleTap: false, sound: true, leftHanded: false, keys: true };

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) || {};
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

  /** Turn a preference over and remember it where the browser lets us. */
  toggle(name) {
    this.values[name] = !this.values[name];
    try {
      localStorage.setItem(KEY, JSON.stringify(this.values));
    } catch {
      // private browsing: the choice holds until the page is left
    }
    return this.values[name];
  }
}
