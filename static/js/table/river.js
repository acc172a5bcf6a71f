// What each seat threw, in order; the newest tile on the table is ringed until the next one.
import { byId } from "./dom.js";
import { whenChanged } from "./dom.js";
import { PLACES } from "./places.js";
import { called } from "./places.js";
import { seatAt } from "./places.js";
import { namesOf } from "./tile.js";
import { tile } from "./tile.js";
import { text } from "./words.js";

function lastIndex(view, seat) {
  const last = view.last;
  if (!last || last.type !== "discard" || last.seat !== seat) return -1;
  const river = view.rivers[seat];
  return river[river.length - 1] === last.tile ? river.length - 1 : -1;
}

function drawRiver(view, seat, node) {
  const river = view.rivers[seat];
  const marked = lastIndex(view, seat);
  node.replaceChildren(...river.map((name, index) => tile(name, { classes: index === marked ? "last" : "" })));
  const words = { name: called(view, seat), tiles: namesOf(river) };
  node.setAttribute("aria-label", text(river.length ? "river_of" : "river_empty", words));
  node.classList.toggle("long", river.length > 20);
  node.classList.toggle("huge", river.length > 27);
}

/** Draw the four rivers. */
export function renderRivers(view) {
  for (const place of PLACES) {
    const seat = seatAt(view, place);
    const node = byId(`river-${place}`);
    const data = [seat, called(view, seat), view.rivers[seat], lastIndex(view, seat)];
    whenChanged(node, data, () => drawRiver(view, seat, node));
  }
}

/** Frame every face-up tile of one kind on the table, or none. */
export function highlight(kind) {
  for (const node of document.querySelectorAll(".tile.same")) node.classList.remove("same");
  if (!kind) return;
  for (const node of document.querySelectorAll(`.river .tile[data-tile="${kind}"], .meld .tile[data-tile="${kind}"]`)) {
    node.classList.add("same");
  }
}
