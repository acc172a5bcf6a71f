/**
 * Plays hands of riichi with the simplest legal players of @kobalab/majiang-core: they win when they may and otherwise
 * throw what they drew. `node majiang_core.cjs HANDS` prints JSON: hands, discards, wins, CPU seconds.
 */
"use strict";

const Majiang = require("@kobalab/majiang-core");

const counts = { hands: 0, discards: 0, wins: 0 };

class Simplest extends Majiang.Player {
  action_kaiju() { this._callback(); }
  action_qipai() { this._callback(); }
  action_zimo(zimo, afterKong) {
    if (zimo.l !== this._menfeng) return this._callback();
    if (this.allow_hule(this.shoupai, null, afterKong)) return this._callback({ hule: "-" });
    const throwable = this.get_dapai(this.shoupai);
    return this._callback({ dapai: throwable[throwable.length - 1] });
  }
  action_dapai(dapai) {
    if (dapai.l === this._menfeng) return this._callback();
    const from = ["", "+", "=", "-"][(4 + dapai.l - this._menfeng) % 4];
    const won = this.allow_hule(this.shoupai, dapai.p.slice(0, 2) + from);
    return this._callback(won ? { hule: "-" } : {});
  }
  action_fulou() { this._callback(); }
  action_gang() { this._callback(); }
  action_hule() { this._callback(); }
  action_pingju() { this._callback(); }
  action_jieju() { this._callback(); }
}

function match() {
  const game = new Majiang.Game([0, 1, 2, 3].map(() => new Simplest()), null, Majiang.rule());
  const count = (name, what) => {
    const before = game[name].bind(game);
    game[name] = (...values) => { counts[what] += 1; return before(...values); };
  };
  count("qipai", "hands");
  count("dapai", "discards");
  count("hule", "wins");
  game.do_sync();
}

const wanted = Number(process.argv[2]);
match(); // warms the compiler
counts.hands = counts.discards = counts.wins = 0;
const before = process.cpuUsage();
while (counts.hands < wanted) match();
const { user, system } = process.cpuUsage(before);
console.log(JSON.stringify({ ...counts, cpu: (user + system) / 1e6 }));
