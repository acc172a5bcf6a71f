/** House rules in a form: an empty field shows what the chosen rules have. The page works without this module. */

/** Keep the placeholders in step with the rules chosen in `form`, which holds the presets as JSON under `id`. */
export function followRules(form, id) {
  const presets = JSON.parse(document.getElementById(id).textContent);
  const draw = () => {
    const plain = presets[form.elements.rules.value];
    for (const node of form.querySelectorAll("input[data-plain]")) node.placeholder = plain[node.dataset.plain];
  };
  form.addEventListener("change", draw);
  draw();
}
