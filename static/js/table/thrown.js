// A thrown tile lies in the river at once, marked as on its way; the view that follows confirms it.

/**
 * The view as it will be once the throw of `tile` is accepted: nothing is asked any more. `sending` tells the river
 * and the sentence that the server has not answered yet.
 */
export function withThrown(view, tile, sending) {
  const { seat } = view;
  const mine = [...view.mine];
  mine.splice(mine.lastIndexOf(tile), 1);
  return {
    ...view, mine, sending, drawn: null, decision: null, legal: [], last: { seat, tile, type: "discard" },
    rivers: view.rivers.map((river, at) => (at === seat ? [...river, tile] : river)),
    counts: view.counts.map((count, at) => (at === seat ? count - 1 : count)),
    waits: view.waits && { ready: view.waits.after[tile] || [], after: {} },
  };
}
