// Who is who at a table, from one's own place.

import { text } from "./texts.js";

/** The name of a person (by index) as others see it. */
export function personName(mirror, index) {
  const { player } = mirror.view.persons[index];
  if (player.startsWith("ai:")) return text("ai");
  return mirror.nicknames[player] ?? text("somebody");
}

/** The person who plays a seat. */
export function holder(view, seat) {
  return view.persons.findIndex(({ seats }) => seats.includes(seat));
}

/** The names of all who play for a side. */
export function sideName(mirror, side) {
  const people = mirror.view.sides[side].map((seat) => holder(mirror.view, seat));
  return [...new Set(people)].map((index) => personName(mirror, index)).join(text("and"));
}

/** One's own side; a stranger looks from the first. */
export function ownSide(view) {
  const seat = view.you?.seats[0];
  return Math.max(0, view.sides.findIndex((seats) => seats.includes(seat)));
}

/** The sides, one's own first. */
export function sidesFromHere(view) {
  const own = ownSide(view);
  return [own, ...view.sides.map((_, side) => side).filter((side) => side !== own)];
}

/** Whether it is one's own turn to play. */
export function onTurn(view) {
  return view.phase === "playing" && view.deal.seat !== null && (view.you?.seats.includes(view.deal.seat) ?? false);
}

/** Points of each side over the deals that are over. */
export function totals(view) {
  return view.sides.map((_, side) => view.scores.reduce((sum, deal) => sum + deal[side].at(-1), 0));
}
