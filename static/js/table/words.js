// All words come from the page: the game's glossary and the interface's strings, already in the reader's language.
import { el } from "./dom.js";
import { readJson } from "./dom.js";

const glossary = readJson("glossary", { tile: {} });
const strings = readJson("strings", {});
const chinese = document.documentElement.lang.toLowerCase().startsWith("zh");
const language = chinese ? "zh" : "en";

/** `"6s"` -> 六索, or its English name; the code itself when the glossary lacks it. */
export function tileName(tile) {
  const entry = glossary.tile[tile];
  return entry ? entry[language] : tile;
}

/** The glossary's word for a key of one of its sections (`item`, `tai`, `wait`, …). */
export function term(section, key) {
  const entry = (glossary[section] || {})[key];
  return entry ? entry[language] : key;
}

/** Join words the way the language lists choices. */
export function list(words) {
  return words.join(chinese ? "、" : ", ");
}

/** Join sentences. */
export function sentences(parts) {
  return parts.filter(Boolean).join(chinese ? "" : " ");
}

/** A string of the interface with its `{places}` filled. */
export function text(key, values = {}) {
  return (strings[key] || key).replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** The same as nodes: what stands at `{name}` is isolated, since a nickname may run in any direction. */
export function phrase(key, values = {}) {
  const nodes = document.createDocumentFragment();
  for (const part of (strings[key] || key).split(/(\{\w+\})/)) {
    const name = /^\{(\w+)\}$/.exec(part);
    if (!name) nodes.append(part);
    else if (name[1].startsWith("name")) nodes.append(el("bdi", {}, String(values[name[1]])));
    else nodes.append(String(values[name[1]] ?? part));
  }
  return nodes;
}

/** 1240 -> 1,240. */
export function amount(value) {
  return value.toLocaleString("en-US");
}

/** 40 -> +40, -40 -> −40, 0 -> 0. */
export function signed(value) {
  if (value === 0) return "0";
  return (value > 0 ? "+" : "−") + amount(Math.abs(value));
}
