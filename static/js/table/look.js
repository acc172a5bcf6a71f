// How tiles and felt look: attributes of the page's root that the style sheets answer to.

/** Wear what the reader prefers: `data-corner`, `data-contrast` and `data-felt` on the root. */
export function wear(preferences) {
  const { dataset } = document.documentElement;
  mark(dataset, "corner", preferences.get("corner") && "index");
  mark(dataset, "contrast", preferences.get("contrast") && "high");
  mark(dataset, "felt", preferences.get("lightFelt") && "light");
}

function mark(dataset, name, value) {
  if (value) dataset[name] = value;
  else delete dataset[name];
}
