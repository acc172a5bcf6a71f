// Building the page without ever parsing data as HTML.

/** An element with attributes and children; strings become text. `on…` adds a handler, null and false nothing. */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

const SVG = "http://www.w3.org/2000/svg";

/** An SVG element with attributes. */
export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...children);
  return node;
}

/** What the browser itself makes of an address: a document in which nothing runs. Rejects when it does not come. */
export function fetchDocument(address) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = () => reject(new Error(`${address}: ${request.status}`));
    request.open("GET", address);
    request.responseType = "document";
    request.onload = () => (request.status === 200 && request.response ? resolve(request.response) : fail());
    request.onerror = fail;
    request.send();
  });
}

export function byId(id) {
  return document.getElementById(id);
}

/** The content of a `<script type="application/json">`, or `fallback` when the page has none. */
export function readJson(id, fallback = null) {
  const node = byId(id);
  return node ? JSON.parse(node.textContent) : fallback;
}

const drawn = new WeakMap();

/** Run `draw` only when `data` differs from what this node was last drawn from. */
export function whenChanged(node, data, draw) {
  const key = JSON.stringify(data);
  if (drawn.get(node) === key) return;
  drawn.set(node, key);
  draw(node);
}
