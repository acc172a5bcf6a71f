// The controls behind ☰: a switch, a choice of several, a volume. Each writes its preference and says so.
import { el } from "./dom.js";
import { text } from "./words.js";

/** A button that turns a preference over. */
export function switchFor(preferences, name, changed) {
  const pressed = () => String(preferences.get(name));
  const node = el("button", { type: "button", class: "toggle", "data-preference": name, "aria-pressed": pressed() },
    text(`pref_${name}`));
  node.addEventListener("click", () => {
    preferences.set(name, !preferences.get(name));
    node.setAttribute("aria-pressed", pressed());
    changed(name);
  });
  return node;
}

/** One of several, as radio buttons. */
export function choiceFor(preferences, name, values, changed) {
  const options = values.map((value) => {
    const input = el("input", { type: "radio", name: `preference-${name}`, value });
    input.checked = preferences.get(name) === value;
    input.addEventListener("change", () => {
      preferences.set(name, value);
      changed(name);
    });
    return el("label", { class: "option" }, input, el("span", {}, text(`pref_${name}_${value}`)));
  });
  return el("fieldset", { class: "choice" }, el("legend", {}, text(`pref_${name}`)), ...options);
}

/** A volume from 0 (silent) to 100. */
export function volumeFor(preferences, name, changed) {
  const input = el("input", { type: "range", min: 0, max: 100, step: 10, "data-preference": name });
  input.value = String(preferences.get(name));
  input.addEventListener("change", () => {
    preferences.set(name, Number(input.value));
    changed(name);
  });
  return el("label", { class: "volume" }, el("span", {}, text(`pref_${name}`)), input);
}
