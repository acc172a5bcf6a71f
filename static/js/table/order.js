// The order in which the reader's tiles lie: by kind, wild tiles first; or as the reader laid them.

/** Whether the server keeps the tiles sorted (理牌). */
export function isSorted(view) {
  return !view.wishes || view.wishes.includes("sort");
}

/** The tiles of `mine` as they lay before, what is new at the end. */
function asBefore(mine, before) {
  const rest = [...mine];
  const kept = before.filter((name) => {
    const at = rest.indexOf(name);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  });
  return [...kept, ...rest];
}

function laid(names, drawn) {
  const tiles = names.map((name) => ({ name, drawn: false }));
  return drawn ? [...tiles, { name: drawn, drawn: true }] : tiles;
}

/**
 * Own tiles in the order shown: wild tiles first, the drawn tile last and apart; unsorted ones as `before`, the drawn
 * one among them if the reader has `placed` it.
 */
export function arrange(view, before = [], placed = false) {
  const sorted = isSorted(view);
  const rest = sorted ? [...(view.mine || [])] : asBefore(view.mine || [], before);
  const drawnAt = view.drawn && (sorted || !placed) ? rest.lastIndexOf(view.drawn) : -1;
  if (drawnAt >= 0) rest.splice(drawnAt, 1);
  const drawn = drawnAt >= 0 ? view.drawn : null;
  if (!sorted) return laid(rest, drawn);
  const wild = rest.filter((name) => name === view.wild);
  const plain = rest.filter((name) => name !== view.wild);
  return laid([...wild, ...plain], drawn);
}

/** The tiles with the one at `from` moved to `to`; the drawn tile loses its place apart when it is the one moved. */
export function moved(tiles, from, to) {
  const rest = tiles.filter((_tile, at) => at !== from);
  const last = rest.length && rest[rest.length - 1].drawn ? rest.length - 1 : rest.length;
  rest.splice(Math.min(to, last), 0, { name: tiles[from].name, drawn: false });
  return rest;
}
