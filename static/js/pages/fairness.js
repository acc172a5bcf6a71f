/** The fair wall `yuhuan-fair/1`, worked out again in the browser from a hand's record (docs/RECORD.md). */

const SCHEME = "yuhuan-fair/1";
const encoder = new TextEncoder();

const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const bytesOf = (text) => new Uint8Array((text.match(/../g) || []).map((pair) => Number.parseInt(pair, 16)));
const sha256 = (bytes) => crypto.subtle.digest("SHA-256", bytes);

async function hmac(key, message) {
  const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, encoder.encode(message)));
}

/** Uniform numbers from a seed. */
class Stream {
  constructor(seed) {
    this.seed = seed;
    this.block = 0;
    this.numbers = [];
  }

  async next() {
    if (this.numbers.length === 0) {
      const input = new Uint8Array(this.seed.length + 8);
      input.set(this.seed);
      new DataView(input.buffer).setUint32(this.seed.length + 4, this.block);
      this.block += 1;
      const digest = new DataView(await sha256(input));
      for (let at = 0; at < 32; at += 4) this.numbers.push(digest.getUint32(at));
    }
    return this.numbers.shift();
  }

  async uniform(n) {
    const limit = n * Math.floor(2 ** 32 / n);
    let number = await this.next();
    while (number >= limit) number = await this.next();
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

async function deal(seed) {
  const stream = new Stream(seed);
  const dice = [];
  for (let throwNumber = 0; throwNumber < 4; throwNumber += 1) dice.push(1 + await stream.uniform(6));
  const tiles = inOrder();
  for (let i = tiles.length - 1; i > 0; i -= 1) {
    const j = await stream.uniform(i + 1);
    [tiles[i], tiles[j]] = [tiles[j], tiles[i]];
  }
  const side = (4 - ((dice[0] + dice[1] - 1) % 4)) % 4;
  const start = (34 * side + 2 * dice.reduce((sum, die) => sum + die, 0)) % tiles.length;
  return { dice, wall: [...tiles.slice(start), ...tiles.slice(0, start)].join("") };
}

/** Which of the three promises a record keeps: `{commitment, dice, wall}`, each true or false. */
export async function checkRecord(record) {
  const { server_seed: serverSeed, client_seeds: clientSeeds, commitment } = record.fairness;
  const promised = await sha256(encoder.encode(`${SCHEME}|${record.table}|${record.hand}|${serverSeed}`));
  const seed = await hmac(bytesOf(serverSeed), [record.table, record.hand, ...clientSeeds].join("|"));
  const found = await deal(seed);
  return {
    commitment: hex(promised) === commitment,
    dice: found.dice.join() === record.dice.flat().join(),
    wall: found.wall === record.wall,
  };
}

/** Whether this browser can: it needs https, or the machine itself. */
export const canCheck = Boolean(globalThis.crypto && crypto.subtle);
