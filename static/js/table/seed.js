// The reader's share of the wall's randomness, given once a hand while it is dealt.
import { randomHex } from "./socket.js";

export class Seed {
  constructor() {
    this.seeds = new Map();
    this.sentFor = null;
  }

  /** Give this hand's seed by `write(frame)`; once a connection, always the same: the first one counts. */
  give(view, write) {
    if (view.phase !== "deal" || view.seat === null || this.sentFor === view.hand) return;
    const seed = this.seeds.get(view.hand) ?? randomHex(32);
    this.seeds.set(view.hand, seed);
    this.sentFor = view.hand;
    write({ type: "seed", hand: view.hand, client_seed: seed });
  }

  /** A new connection: what was written before may not have come. */
  forget() {
    this.sentFor = null;
  }
}
