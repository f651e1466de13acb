// Cards: their notation ("AH", "TC", "XX"), their order in a hand, and how they are drawn.

import { drawing, element } from "./dom.js";
import { cardName } from "./texts.js";

const RANKS = "A23456789TJQK";
const SUITS = "SHCD";

const SHAPES = {
  H: ["M12 21.3C5.2 15.7 2 12 2 8 2 5 4.3 3 6.9 3 9 3 11.1 4.3 12 6.7 12.9 4.3 15 3 17.1 3 19.7 3 22 5 22 8 22 12 18.8 15.7 12 21.3Z"],
  D: ["M12 1.5C14.2 5.5 16.8 9 20 12 16.8 15 14.2 18.5 12 22.5 9.8 18.5 7.2 15 4 12 7.2 9 9.8 5.5 12 1.5Z"],
  S: ["M12 1.8C11 4.5 3 9.5 3 14.3 3 17.2 5.1 18.8 7.4 18.8 9.2 18.8 10.6 17.9 11.3 16.5 11.2 19 10.4 21 8.4 22.3H15.6C13.6 21 12.8 19 12.7 16.5 13.4 17.9 14.8 18.8 16.6 18.8 18.9 18.8 21 17.2 21 14.3 21 9.5 13 4.5 12 1.8Z"],
  C: [
    "M12 1.9A4.7 4.7 0 0 1 15.8 9.4 4.7 4.7 0 1 1 12.8 15.5C12.9 18.7 13.7 21 15.7 22.3H8.3C10.3 21 11.1 18.7 11.2 15.5A4.7 4.7 0 1 1 8.2 9.4 4.7 4.7 0 0 1 12 1.9Z",
  ],
  X: [
    "M4.6 20.3H19.4L19 22.5H5ZM4.7 18.8C5 14 4.6 10.5 2.9 8.3 5.8 8.3 8 9.8 9.3 12.7L12 5.2 14.7 12.7C16 9.8 18.2 8.3 21.1 8.3 19.4 10.5 19 14 19.3 18.8Z",
    "M2.6 8.6A2 2 0 1 1 2.7 8.6ZM12 5.2A2 2 0 1 1 12.1 5.2ZM21.3 8.6A2 2 0 1 1 21.4 8.6Z",
  ],
};

/** "suit" or "rank": the orders in which a hand can be shown. */
export const ORDERS = {
  suit: (card) => (card === "XX" ? -1 : SUITS.indexOf(card[1]) * 13 + RANKS.indexOf(card[0])),
  rank: (card) => {
    if (card === "XX") return -2;
    const rank = RANKS.indexOf(card[0]);
    const place = rank === 1 ? -1 : rank === 0 ? 13 : rank;
    return place * 4 + SUITS.indexOf(card[1]);
  },
};

/** Whether a card is red; jolly have a colour of their own. */
function colour(card) {
  if (card === "XX") return "jolly";
  return card[1] === "H" || card[1] === "D" ? "red" : "black";
}

/** What stands in the corner of a card: "10" and a suit; of a jolly, a star and its hat. */
function index(card) {
  const rank = card === "XX" ? "★" : card[0] === "T" ? "10" : card[0];
  const suit = card === "XX" ? "X" : card[1];
  return element("span", { class: "index" }, element("b", {}, rank), drawing("suit", SHAPES[suit]));
}

/** The inside of a card's face. */
export function face(card) {
  const suit = card === "XX" ? "X" : card[1];
  const court = "JQK".includes(card[0]);
  const centre = court
    ? element("span", { class: "court" }, card[0])
    : drawing("pip", SHAPES[suit]);
  return [index(card), centre];
}

/** The classes of a card's element. */
export function cardClass(card) {
  return `card ${colour(card)}`;
}

/** A card that only shows; `extra` are further classes. */
export function cardFace(card, extra = "") {
  return element("span", { class: `${cardClass(card)} ${extra}`, role: "img", "aria-label": cardName(card) }, face(card));
}

/** The back of a card; decoration, so it has no name. */
export function cardBack(extra = "") {
  return element("span", { class: `card back ${extra}`, "aria-hidden": "true" });
}

/** A card inside a line of text: "7" and its suit. */
export function inlineCard(card) {
  return element("span", { class: `inline-card ${colour(card)}`, role: "img", "aria-label": cardName(card) }, index(card));
}
