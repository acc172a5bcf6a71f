// Who pays whom: the table of the four seats and the six payments.
import { el } from "./dom.js";
import { called } from "./places.js";
import { amount } from "./words.js";
import { signed } from "./words.js";
import { text } from "./words.js";

function change(value, unit = "") {
  const direction = value > 0 ? "plus" : value < 0 ? "minus" : "soft";
  return el("td", { class: `num ${direction}` }, signed(value) + unit);
}

function botMark(view, seat) {
  return view.present[seat] === "bot" ? el("span", { class: "bot-mark" }, text("present_bot")) : null;
}

/** One row a seat: total, settlement in 胡, silver moved and what it holds now. */
export function seatTable(view) {
  const { result } = view;
  const moved = result.silver_moved || [0, 0, 0, 0];
  const head = ["col_player", "col_total", "col_settlement", "col_silver", "col_now"].map((key) => el("th", { scope: "col" }, text(key)));
  const rows = [0, 1, 2, 3].map((seat) => el("tr", { class: seat === view.seat ? "me" : null },
    el("th", { scope: "row" }, el("bdi", {}, called(view, seat)), botMark(view, seat)),
    el("td", { class: "num" }, amount(result.seats[seat].total)), change(result.settlement[seat]), change(moved[seat]),
    el("td", { class: "num" }, amount(view.silver[seat]))));
  return el("table", { class: "seat-table" }, el("thead", {}, el("tr", {}, ...head)), el("tbody", {}, ...rows));
}

/** The six payments in 胡, each with its arrow. */
export function paymentList(view) {
  const payments = view.result.payments || [];
  if (!payments.length) return el("p", { class: "soft" }, text("no_payments"));
  const rows = payments.map(({ from, to, hu }) => el("li", { class: hu ? null : "even" },
    el("bdi", {}, called(view, from)), el("span", { class: "arrow", role: "img", "aria-label": text("pays") }, "→"),
    el("bdi", {}, called(view, to)), el("b", { class: "num" }, text("total_hu", { count: amount(hu) }))));
  return el("ul", { class: "payments" }, ...rows);
}
