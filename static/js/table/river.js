// What each seat threw, in order; the newest tile on the table is ringed until the next one.
import { byId } from "./dom.js";
import { whenChanged } from "./dom.js";
import { enlarge } from "./enlarge.js";
import { followEnlarged } from "./enlarge.js";
import { PLACES } from "./places.js";
import { called } from "./places.js";
import { seatAt } from "./places.js";
import { namesOf } from "./tile.js";
import { tile } from "./tile.js";
import { text } from "./words.js";

/** River on the page -> the view and the seat it shows. */
const pressable = new WeakMap();

function lastIndex(view, seat) {
  const last = view.last;
  if (!last || last.type !== "discard" || last.seat !== seat) return -1;
  const river = view.rivers[seat];
  return river[river.length - 1] === last.tile ? river.length - 1 : -1;
}

/** The river in words. */
export function riverText(view, seat) {
  const river = view.rivers[seat];
  return text(river.length ? "river_of" : "river_empty", { name: called(view, seat), tiles: namesOf(river) });
}

/** Make the tiles in `node` those of `river`; what lies there already stays: drawing tiles anew is slow on a phone. */
function fill(node, river) {
  const faces = [...node.children];
  const differs = faces.findIndex((face, index) => face.dataset.tile !== river[index]);
  const same = differs < 0 ? faces.length : differs;
  for (const face of faces.slice(same)) face.remove();
  node.append(...river.slice(same).map((name) => tile(name)));
}

function drawRiver(view, seat, node) {
  const river = view.rivers[seat];
  const marked = lastIndex(view, seat);
  fill(node, river);
  for (const [index, face] of [...node.children].entries()) face.classList.toggle("last", index === marked);
  const said = riverText(view, seat);
  offer(node, river.length > 0, said);
  followEnlarged(view, seat, said, lastIndex);
}

/** A river with tiles is one large button; an empty one is only named. */
function offer(node, filled, said) {
  node.setAttribute("role", filled ? "button" : "img");
  node.setAttribute("aria-label", filled ? text("enlarge", { river: said }) : said);
  if (filled) node.setAttribute("tabindex", "0");
  else node.removeAttribute("tabindex");
}

/** Whoever presses the river in `node` sees it large. */
function listen(node) {
  const open = () => {
    const { view, seat } = pressable.get(node);
    if (view.rivers[seat].length) enlarge(view, seat, riverText(view, seat), lastIndex);
  };
  node.addEventListener("click", open);
  node.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    open();
  });
}

/** Draw the four rivers. */
export function renderRivers(view) {
  for (const place of PLACES) {
    const seat = seatAt(view, place);
    const node = byId(`river-${place}`);
    if (!pressable.has(node)) listen(node);
    pressable.set(node, { view, seat });
    const data = [seat, called(view, seat), view.rivers[seat], lastIndex(view, seat)];
    whenChanged(node, data, () => drawRiver(view, seat, node));
    node.lastElementChild?.classList.toggle("pending", view.sending === true && seat === view.seat);
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
