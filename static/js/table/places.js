// Where a seat lies on the screen: place 0 below (the reader), 1 to the right (the next to play), 2 across, 3 left.

import { text } from "./words.js";

export const PLACES = [0, 1, 2, 3];
const WINDS = ["wind_east", "wind_south", "wind_west", "wind_north"];

/** The seat from which the table is looked at; a watcher looks from seat 0 unless another was chosen. */
export function viewpoint(view) {
  return view.seat ?? view.viewpoint ?? 0;
}

export function placeOf(view, seat) {
  return (seat - viewpoint(view) + 4) % 4;
}

export function seatAt(view, place) {
  return (viewpoint(view) + place) % 4;
}

/** The tile of a seat's wind in this hand: the dealer is East, then counter-clockwise. */
export function windOf(view, seat) {
  return `${((seat - view.dealer + 4) % 4) + 1}z`;
}

export function isMine(view, seat) {
  return view.seat !== null && view.seat === seat;
}

/** What a seat is called at the table: by its wind while names are hidden; a bot without the prefix of its nickname, which its chip says already. */
export function called(view, seat) {
  const name = view.names[seat] || text("seat_of_wind", { wind: text(WINDS[(seat - view.dealer + 4) % 4]) });
  return view.present[seat] === "bot" ? name.split("·").pop() : name;
}

export function calledAll(view) {
  return PLACES.map((seat) => called(view, seat));
}
