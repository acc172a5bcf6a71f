/** The wall of a hand, worked out again in the browser on the hand's own page. Where that cannot be, its link leads on. */
import { canCheck } from "./fairness.js";
import { checkRecord } from "./fairness.js";

const link = document.getElementById("check-wall");
const said = document.getElementById("wall-said");

function say(key) {
  said.textContent = said.dataset[key];
  said.className = `notice ${key === "kept" ? "good" : "bad"}`;
  said.hidden = false;
}

async function check() {
  const answer = await fetch(link.dataset.record);
  if (!answer.ok) throw new Error(`${link.dataset.record}: ${answer.status}`);
  const kept = await checkRecord(await answer.json());
  say(["commitment", "dice", "wall"].find((name) => !kept[name]) ?? "kept");
}

if (canCheck) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    check().catch((error) => {
      say("unread");
      throw error;
    });
  });
}
