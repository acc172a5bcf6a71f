// All keys in a dialog: opened by `?` or from the menu. The letters that claim may be chosen there, and letters as a
// whole switched off.
import { switchFor } from "./choices.js";
import { byId } from "./dom.js";
import { CLAIMS } from "./keys.js";
import { text } from "./words.js";

/** Letters that do something else. The server refuses them as well. */
const TAKEN = "abcdehilmpry";

/** Why a letter cannot claim at a place of the four, in words; null when it can. */
export function whyNotClaim(letters, at, letter) {
  if (!/^[a-z]$/.test(letter)) return text("key_no_letter");
  if (TAKEN.includes(letter)) return text("key_taken", { letter });
  const other = [...letters].findIndex((one, index) => index !== at && one === letter);
  return other >= 0 ? text("key_claims", { letter, claim: text(`claim_${CLAIMS[other]}`) }) : null;
}

export class KeyHelp {
  constructor(preferences) {
    this.preferences = preferences;
    this.node = byId("key-help");
    this.problem = byId("key-problem");
    this.inputs = CLAIMS.map((claim) => byId(`key-${claim}`));
    for (const [at, input] of this.inputs.entries()) {
      input.addEventListener("input", () => this.chosen(at, input.value.trim().toLowerCase()));
      input.addEventListener("focus", () => input.select());
      input.addEventListener("blur", () => this.fill());
    }
    byId("key-switch").replaceWith(switchFor(preferences, "keys", () => {}));
    byId("key-help-close").addEventListener("click", () => this.node.close());
    byId("open-keys").addEventListener("click", () => this.open());
  }

  /** As a modal dialog: the focus stays in it, Escape closes it, and the focus goes back to where it was. */
  open() {
    this.fill();
    this.problem.textContent = "";
    this.node.showModal();
  }

  fill() {
    const letters = [...this.preferences.get("claimKeys")];
    for (const [at, input] of this.inputs.entries()) input.value = letters[at];
  }

  chosen(at, letter) {
    if (letter === "") return; // cleared, about to be typed
    const letters = [...this.preferences.get("claimKeys")];
    const why = whyNotClaim(letters, at, letter);
    this.problem.textContent = why ?? "";
    this.inputs[at].setAttribute("aria-invalid", String(why !== null));
    if (why === null) {
      letters[at] = letter;
      this.preferences.set("claimKeys", letters.join(""));
    } else {
      this.inputs[at].select();
    }
  }
}
