/**
 * @kobalab/majiang-server with every pause at 0 and on 127.0.0.1 alone: `node majiang_server.cjs` prints the port it has
 * found for itself, and ends with its standard input.
 */
"use strict";

const net = require("node:net");
const { Game } = require("@kobalab/majiang-core");

const speed = Object.getOwnPropertyDescriptor(Game.prototype, "speed");
Object.defineProperty(Game.prototype, "speed", { ...speed, set() { speed.set.call(this, 0); } });

const { listen } = net.Server.prototype;
net.Server.prototype.listen = function () {
  return listen.call(this, 0, "127.0.0.1", () => process.stdout.write(`${this.address().port}\n`));
};
console.log = () => {}; // what it says of everybody who comes; nobody reads on after the port

process.stdin.resume().on("end", () => process.exit());
require("@kobalab/majiang-server/bin/server.js");
