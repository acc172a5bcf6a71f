/** The fair wall `yuhuan-fair/1`, worked out again in the browser from a hand's record (docs/RECORD.md). */
import { hmac } from "./sha256.js";
import { sha256 } from "./sha256.js";

const SCHEME = "yuhuan-fair/1";
const encoder = new TextEncoder();

const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const bytesOf = (text) => new Uint8Array((text.match(/../g) || []).map((pair) => Number.parseInt(pair, 16)));

/** Uniform numbers from a seed. */
class Stream {
  constructor(seed) {
    this.seed = seed;
    this.block = 0;
    this.numbers = [];
  }

  next() {
    if (this.numbers.length === 0) {
      const input = new Uint8Array(this.seed.length + 8);
      input.set(this.seed);
      new DataView(input.buffer).setUint32(this.seed.length + 4, this.block);
      this.block += 1;
      const digest = new DataView(sha256(input).buffer);
      for (let at = 0; at < 32; at += 4) this.numbers.push(digest.getUint32(at));
    }
    return this.numbers.shift();
  }

  uniform(n) {
    const limit = n * Math.floor(2 ** 32 / n);
    let number = this.next();
    while (number >= limit) number = this.next();
    return number % n;
  }
}

function inOrder() {
  const tiles = [];
  for (const [suit, last] of [["m", 9], ["p", 9], ["s", 9], ["z", 7]]) {
    for (let number = 1; number <= last; number += 1) tiles.push(...Array(4).fill(`${number}${suit}`));
  }
  return tiles;
}

function deal(seed) {
  const stream = new Stream(seed);
  const dice = [];
  for (let throwNumber = 0; throwNumber < 4; throwNumber += 1) dice.push(1 + stream.uniform(6));
  const tiles = inOrder();
  for (let i = tiles.length - 1; i > 0; i -= 1) {
    const j = stream.uniform(i + 1);
    [tiles[i], tiles[j]] = [tiles[j], tiles[i]];
  }
  const side = (4 - ((dice[0] + dice[1] - 1) % 4)) % 4;
  const start = (34 * side + 2 * dice.reduce((sum, die) => sum + die, 0)) % tiles.length;
  return { dice, wall: [...tiles.slice(start), ...tiles.slice(0, start)].join("") };
}

/** Which promise a record breaks: "commitment", "dice" or "wall"; null when it keeps all three. */
export function broken(record) {
  const { server_seed: serverSeed, client_seeds: clientSeeds, commitment, heat } = record.fairness;
  const name = heat ?? record.table; // the tables of a heat share their walls
  const promised = sha256(encoder.encode(`${SCHEME}|${name}|${record.hand}|${serverSeed}`));
  if (hex(promised) !== commitment) return "commitment";
  const found = deal(hmac(bytesOf(serverSeed), encoder.encode([name, record.hand, ...clientSeeds].join("|"))));
  if (found.dice.join() !== record.dice.flat().join()) return "dice";
  return found.wall === record.wall ? null : "wall";
}
