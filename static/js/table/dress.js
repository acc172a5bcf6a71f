// Tiles that the server drew, dressed as those of the table: drawn from the copied sprite, with what the reader prefers.
import { files } from "./tile.js";
import { tile } from "./tile.js";

function sizeOf(node) {
  const href = node.querySelector("use")?.getAttribute("href") ?? "";
  return href.startsWith(`${files.small}#`) ? "small" : "hand";
}

/** Give every tile in `root` the drawing of a table's tile; name, label and marks stay as the server wrote them. */
export function dress(root) {
  for (const node of root.querySelectorAll(".tile[data-tile]")) {
    node.replaceChildren(...tile(node.dataset.tile, { size: sizeOf(node) }).childNodes);
  }
}
