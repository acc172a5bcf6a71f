/**
 * Four players a table of majiang_server.cjs, who throw what they drew, claim nothing and never win; after a match the
 * same four begin another. `node majiang_clients.cjs PORT TABLES` prints a line once all of them play, and for each line
 * it is sent how many lines the tables' records have got so far. It ends with its standard input.
 */
"use strict";

const { once } = require("node:events");
const { io } = require("socket.io-client");

const RECORDED = ["qipai", "zimo", "dapai", "fulou", "gang", "gangzimo", "kaigang", "hule", "pingju"];
const [port, tables] = process.argv.slice(2).map(Number);
const site = `http://127.0.0.1:${port}`;
let recorded = 0;

function fail(why) {
  console.error(why);
  process.exit(1);
}

async function enter(name) {
  const body = new URLSearchParams({ name, passwd: "*" });
  const answer = await fetch(`${site}/server/auth/`, { method: "POST", body, redirect: "manual" });
  const Cookie = answer.headers.getSetCookie()[0].split(";")[0];
  const path = "/server/socket.io/";
  const socket = io(site, { path, transports: ["websocket"], forceNew: true, extraHeaders: { Cookie } });
  for (const event of ["ERROR", "disconnect", "connect_error"]) socket.on(event, fail);
  socket.on("GAME", ({ seq, zimo }) => {
    if (seq) socket.emit("GAME", zimo?.p ? { seq, dapai: `${zimo.p}_` } : { seq }); // others' draws have no tile
  });
  await once(socket, "HELLO");
  return socket;
}

async function playOn(table) {
  const players = await Promise.all([0, 1, 2, 3].map((seat) => enter(`${table}-${seat}`)));
  const [host, ...guests] = players;
  let left = 0;
  host.on("ROOM", ({ room_no, user }) => {
    if (user.length === 1) guests.forEach((guest) => guest.emit("ROOM", room_no));
    if (user.length === 4) host.emit("START", room_no);
  });
  host.on("GAME", (told) => { recorded += RECORDED.some((name) => name in told); });
  for (const player of players) player.on("END", () => { if (++left % 4 === 0) host.emit("ROOM"); });
  host.emit("ROOM");
  await once(host, "GAME");
}

Promise.all(Array.from({ length: tables }, (_, table) => playOn(table))).then(() => console.log("playing"), fail);
process.stdin.on("data", () => console.log(recorded)).on("end", () => process.exit());
