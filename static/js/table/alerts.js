// What calls the reader: sound, vibration, the page's title and words, always together with what is seen.
import { call } from "../pages/attention.js";
import { quiet } from "../pages/attention.js";
import { closeEnlarged } from "./enlarge.js";
import { asks } from "./prompt.js";
import { promptText } from "./prompt.js";
import { timeText } from "./readout.js";
import { sentences } from "./words.js";
import { text } from "./words.js";

export class Alerts {
  constructor({ sound, preferences, announcer, clock }) {
    Object.assign(this, { sound, preferences, announcer, clock });
    this.asked = null;
  }

  /** A new question that is a real choice; `open()` says whether it still is when the words' turn has come. */
  question(view, open) {
    if (this.asked && !view.decision) quiet();
    if (!view.decision || view.decision === this.asked) return;
    this.asked = view.decision;
    if (!asks(view)) return;
    closeEnlarged();
    const left = this.clock.left() === null ? "" : timeText(this.clock);
    this.announcer.urgent(sentences([promptText(view), left]), open);
    call(text("title_turn"));
    this.sound.play("turn");
    this.vibrate([60]);
  }

  /** The last seconds of a choice. */
  hurry(view, seconds) {
    if (!asks(view)) return;
    this.sound.play("tick");
    this.vibrate([40, 60, 40]);
    if (!this.announcer.isAboutToSpeak) this.announcer.urgent(text("say_clock", { seconds }));
  }

  /** A changed volume is heard at once, and vibration felt. */
  changed(name) {
    if (name === "effects" || name === "sound") this.sound.play("knock");
    else if (name === "ticks") this.sound.play("tick");
    else if (name === "voice") this.sound.say(text("claim_pong"));
    else if (name === "vibration") this.vibrate([60]);
  }

  /** Android only; before the first touch browsers forbid it. */
  vibrate(pattern) {
    if (!this.preferences.get("vibration")) return;
    if (navigator.vibrate && navigator.userActivation?.hasBeenActive) navigator.vibrate(pattern);
  }
}
