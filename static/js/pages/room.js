/** What there is to do in an event's room while one waits: hear and feel whether the device will call, read tips. */

import { Preferences } from "../table/preferences.js";
import { Sound } from "../table/sound.js";
import "./friends.js";

const BUZZ_MS = 120;

const preferences = new Preferences();
const sound = new Sound((channel) => (preferences.get("sound") ? preferences.get(channel) : 0));
const said = document.getElementById("test-said");

function say(key) {
  said.textContent = said.dataset[key];
}

function testSound() {
  sound.unlock();
  sound.play("turn");
  say(preferences.get("sound") && preferences.get("effects") > 0 ? "sound" : "muted");
}

function testVibration() {
  navigator.vibrate(BUZZ_MS);
  say("vibration");
}

/** One tip at a time, a random one first. */
function dealTips() {
  const tips = [...document.querySelectorAll("#tips li")];
  let at = Math.floor(Math.random() * tips.length);
  const show = () => tips.forEach((tip, index) => { tip.hidden = index !== at; });
  const next = document.getElementById("next-tip");
  next.hidden = false;
  next.addEventListener("click", () => { at = (at + 1) % tips.length; show(); });
  show();
}

if (said !== null) {
  document.getElementById("room-tests").hidden = false;
  document.getElementById("test-sound").addEventListener("click", testSound);
  const vibration = document.getElementById("test-vibration");
  vibration.hidden = typeof navigator.vibrate !== "function";
  vibration.addEventListener("click", testVibration);
  dealTips();
}
