/**
 * What this browser was promised at its tables, kept until the record can be held against it: a server that shows
 * another seed afterwards would have to change what lies here.
 */
import { broken } from "./fairness.js";

const KEY = "yuhuan-promises";
const MOST = 400;
let here = null;

/** `{"table/hand": {commitment, seeds, dice, done}}`, the oldest first; a browser without storage has this page's. */
function all() {
  if (here) return here;
  try {
    here = JSON.parse(localStorage.getItem(KEY)) || {};
  } catch {
    here = {};
  }
  return here;
}

function store() {
  const names = Object.keys(all());
  for (const name of names.slice(0, Math.max(0, names.length - MOST))) delete here[name];
  try {
    localStorage.setItem(KEY, JSON.stringify(here));
  } catch {
    // private browsing: kept until the page is left
  }
}

/** Another tab may have kept more. */
window.addEventListener("storage", (event) => { if (event.key === KEY) here = null; });

const nameOf = ({ table, hand }) => `${table}/${hand}`;
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Keep what a view promises. Returns "changed" when it is not what was promised before for the same hand, else null. */
export function keep(view) {
  if (!view.commitment) return null;
  const kept = all()[nameOf(view)] ?? { commitment: view.commitment, seeds: null, dice: null, done: false };
  const seen = { seeds: view.client_seeds ?? kept.seeds, dice: view.dice ?? kept.dice };
  const differs = kept.commitment !== view.commitment || ["seeds", "dice"].some((name) => kept[name] && !same(kept[name], seen[name]));
  if (differs) return "changed";
  if (kept.seeds && kept.dice && nameOf(view) in here) return null;
  here[nameOf(view)] = { ...kept, ...seen };
  store();
  return null;
}

/** What is wrong with a record, by what was kept of its hand and by itself; null when nothing is. */
export function wrong(record) {
  const kept = all()[nameOf(record)];
  const { commitment, client_seeds: seeds } = record.fairness;
  const other = kept && (kept.commitment !== commitment || (kept.seeds && !same(kept.seeds, seeds)) || (kept.dice && !same(kept.dice, record.dice)));
  return other ? "changed" : broken(record);
}

/** Whether this browser itself was promised that hand. */
export function wasPromised(record) {
  return nameOf(record) in all();
}

/** That hand has been held against its promise. */
export function settle(record) {
  const kept = all()[nameOf(record)];
  if (!kept || kept.done) return;
  kept.done = true;
  store();
}

/** Tables with hands that were promised here and not looked at since, the newest first. */
export function open() {
  const names = Object.entries(all()).filter(([, kept]) => !kept.done).map(([name]) => name.split("/")[0]);
  return [...new Set(names.reverse())];
}
