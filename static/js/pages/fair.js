/** The fair page's check: fetches a hand's record and works its wall out here, not on the server. */
import { wasPromised } from "./promises.js";
import { wrong } from "./promises.js";

const form = document.getElementById("fair-check");
const said = document.getElementById("fair-said");

function say(key, bad) {
  said.textContent = form.dataset[key];
  said.classList.toggle("bad", bad);
  said.classList.toggle("good", !bad);
  said.hidden = false;
}

/** `abc123`, or a whole address with `/hands/abc123/` in it. */
function handOf(text) {
  const found = /(?:^|\/hands\/)([A-Za-z0-9_-]+)\/?(?:[?#].*)?$/.exec(text.trim());
  return found ? found[1] : null;
}

async function check() {
  const hand = handOf(form.elements.hand.value);
  const answer = hand && await fetch(`/api/hands/${hand}/record`);
  if (!answer || !answer.ok) return say("unknown", true);
  const record = await answer.json();
  const fault = wrong(record);
  return fault ? say(fault, true) : say(wasPromised(record) ? "own" : "kept", false);
}

form.hidden = false;
form.addEventListener("submit", (event) => {
  event.preventDefault();
  check().catch(() => say("unknown", true));
});
if (form.elements.hand.value) form.requestSubmit();
