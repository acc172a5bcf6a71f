// What the reader prefers: kept in the browser, and with the account where there is one. A browser without storage
// has the defaults.
import { readJson } from "./dom.js";

const KEY = "yuhuan-table";
const DEFAULTS = {
  tap: "lift", leftHanded: false, keys: true, claimKeys: "jkgz", corner: false, contrast: false, lightFelt: false,
  sound: true, effects: 80, voice: 70, ticks: 60, vibration: true, phrases: true, textMode: false, say: "medium",
};
const ALLOWED = { tap: ["lift", "single", "double"], say: ["brief", "medium", "full"] };

/** What of a stored value is one of ours: the right type, one of the choices, a volume from 0 to 100. */
function fits(name, value) {
  if (typeof value !== typeof DEFAULTS[name]) return false;
  if (name in ALLOWED) return ALLOWED[name].includes(value);
  if (name === "claimKeys") return /^[a-z]{4}$/.test(value);
  return typeof value !== "number" || (value >= 0 && value <= 100);
}

function fitting(kept) {
  return Object.fromEntries(Object.entries(kept).filter(([name, value]) => name in DEFAULTS && fits(name, value)));
}

function stored() {
  try {
    return fitting(JSON.parse(localStorage.getItem(KEY)) || {});
  } catch {
    return {};
  }
}

export class Preferences {
  /** The account's own choices come with the page and go before the browser's. */
  constructor() {
    const local = stored();
    const account = readJson("account-preferences");
    const own = fitting(account || {});
    this.values = { ...DEFAULTS, ...local, ...own };
    const fresh = account !== null && Object.keys(own).length === 0;
    if (fresh && Object.keys(local).length > 0) this.send(local);
  }

  get(name) {
    return this.values[name];
  }

  /** Change a preference and remember it where the browser and the account let us. */
  set(name, value) {
    this.values[name] = value;
    try {
      localStorage.setItem(KEY, JSON.stringify(this.values));
    } catch {
      // private browsing: the choice holds until the page is left
    }
    this.send({ [name]: value });
  }

  /** Tell the account. Without a connection the browser alone remembers. */
  send(changes) {
    const { preferencesUrl, token } = document.body.dataset;
    if (!preferencesUrl) return;
    const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
    fetch(preferencesUrl, { method: "PATCH", headers, body: JSON.stringify(changes), keepalive: true }).catch(() => {});
  }
}
