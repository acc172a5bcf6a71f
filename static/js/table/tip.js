// Said once to whoever holds a phone upright: it may be turned. Nothing is ever turned for them.
import { text } from "./words.js";

const KEY = "yuhuan-turn-tip";
const upright = matchMedia("(orientation: portrait) and (max-width: 600px) and (pointer: coarse)");

/** Whether this browser was told before; one that cannot remember is not told at all. */
function told() {
  try {
    const before = localStorage.getItem(KEY) !== null;
    localStorage.setItem(KEY, "1");
    return before;
  } catch {
    return true;
  }
}

/** While the first hand is dealt there is a moment to say it. */
export function tipOnce(view, prompt) {
  if (view.phase === "deal" && view.seat !== null && upright.matches && !told()) prompt.note(text("tip_turn"));
}
