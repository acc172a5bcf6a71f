/** The wall of a hand, worked out again in the browser on the hand's own page. */
import { settle } from "./promises.js";
import { wasPromised } from "./promises.js";
import { wrong } from "./promises.js";

const link = document.getElementById("check-wall");
const said = document.getElementById("wall-said");

function say(key, good) {
  said.textContent = said.dataset[key];
  said.className = `notice ${good ? "good" : "bad"}`;
  said.hidden = false;
}

async function check() {
  const answer = await fetch(link.dataset.record);
  if (!answer.ok) throw new Error(`${link.dataset.record}: ${answer.status}`);
  const record = await answer.json();
  const fault = wrong(record);
  if (!fault) settle(record);
  say(fault ?? (wasPromised(record) ? "own" : "kept"), !fault);
}

link.addEventListener("click", (event) => {
  event.preventDefault();
  check().catch((error) => {
    say("unread", false);
    throw error;
  });
});
