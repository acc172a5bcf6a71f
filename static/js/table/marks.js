// What happened where in a hand: marks above the replay's slider for claims, bonus tiles, kongs, the end, costly throws.
import { told } from "./announce.js";
import { el } from "./dom.js";
import { phrase } from "./words.js";
import { text } from "./words.js";

const MARKED = ["chow", "pong", "kong", "win"];
const THUMB = 18;

/** What of a step's events is marked: the claim, kong or win; undefined where there is none. */
export function markedOf(events) {
  return events.find(({ type }) => MARKED.includes(type));
}

/** `{step, kind, said}` in order of the steps. `slips`: costly throws of the seat looked from, `{step}`. */
export function marksOf(steps, slips) {
  const marks = [];
  steps.forEach(({ view, events }, index) => {
    const event = markedOf(events);
    if (!event) return;
    const line = told(view, event);
    marks.push({ step: index + 1, kind: event.type, said: line ? phrase(line.key, line.values).textContent : "" });
  });
  for (const { step } of slips) marks.push({ step, kind: "slip", said: text("mark_slip") });
  return marks.sort((one, other) => one.step - other.step);
}

/** Draw the marks along the slider's track. */
export function drawMarks(node, marks, length) {
  node.replaceChildren(...marks.map(({ step, kind, said }) => {
    const mark = el("i", { class: kind, title: said });
    mark.style.left = `calc(${THUMB / 2}px + (100% - ${THUMB}px) * ${(step - 1) / Math.max(1, length - 1)})`;
    return mark;
  }));
}
