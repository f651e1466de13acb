// The melds of one side, each a column of cards (a long one is folded into several) with its kind of burraco.

import { cardClass, cardFace, face } from "./cards.js";
import { attribute, element } from "./dom.js";
import { cardName, cardNames, text } from "./texts.js";

/** What is left of a covered card must be at least this high: a share of its width, and never less than a line. */
const READABLE = 0.3;
const LINE = 13;
/** Height that a column needs besides its cards: padding and badge. */
const AROUND = 34;

export class MeldZone {
  node = element("div", { class: "meld-row" });
  #scroller = element("div", { class: "melds" }, this.node);
  #empty = element("p", { class: "no-melds" });
  #shown = [];
  #seen = false;
  #pick;

  /** `pick(index)`: a meld was pressed. `emptyText`: what to say as long as there are none. */
  constructor(emptyText, pick) {
    this.#pick = pick;
    this.#empty.textContent = emptyText;
    this.#scroller.append(this.#empty);
    new ResizeObserver(() => this.#fold()).observe(this.#scroller);
  }

  get element() {
    return this.#scroller;
  }

  /** Shows the melds; `inviting`: pressing one adds the chosen cards to it. */
  update(melds, inviting) {
    if (melds.length < this.#shown.length) {
      this.node.replaceChildren();
      this.#shown = [];
    }
    melds.forEach((meld, index) => this.#meld(meld, index, inviting));
    this.#seen = true;
    this.#empty.hidden = melds.length > 0;
    this.#fold();
  }

  /** Folds what would be too high to be read. */
  #fold() {
    const card = this.node.querySelector(".card");
    if (!card || this.#scroller.clientHeight === 0) return;
    const room = this.#scroller.clientHeight - AROUND - card.offsetHeight;
    const most = Math.max(2, Math.floor(room / Math.max(LINE, card.offsetWidth * READABLE)) + 1);
    let columns = 0;
    for (const { node, cards } of this.#shown) {
      const folds = Math.ceil(cards.length / most);
      columns += folds;
      node.style.setProperty("--each", String(Math.ceil(cards.length / folds)));
    }
    this.node.style.setProperty("--columns", String(columns));
  }

  #meld(meld, index, inviting) {
    const key = JSON.stringify(meld);
    let shown = this.#shown[index];
    if (!shown) {
      shown = { key: null, cards: [], node: element("button", { type: "button", on: { click: () => this.#pick(index) } }) };
      this.#shown[index] = shown;
      this.node.append(shown.node);
    }
    const { node } = shown;
    node.className = `meld${meld.kind ? ` burraco ${meld.kind}` : ""}${inviting ? " inviting" : ""}`;
    const name = inviting ? text("add_to", { cards: cardNames(meld.cards) }) : cardNames(meld.cards);
    attribute(node, "aria-label", meld.kind ? `${name}. ${text("burraco")} ${text(meld.kind)}` : name);
    if (shown.key === key) return;
    const known = [...shown.cards];
    const cards = meld.cards.map((card, place) => {
      const before = known.indexOf(card);
      if (before >= 0) known.splice(before, 1);
      const fresh = this.#seen && before < 0 ? " fresh" : "";
      const wild = place === meld.wild_at ? " wild" : "";
      return element("span", { class: `${cardClass(card)}${fresh}${wild}`, "aria-hidden": "true" }, face(card));
    });
    const badge = meld.kind ? element("span", { class: "badge" }, text(meld.kind)) : null;
    node.replaceChildren(element("span", { class: "column" }, ...cards), ...(badge ? [badge] : []));
    Object.assign(shown, { key, cards: meld.cards });
  }
}

/** A meld laid out flat, for a closer look. */
export function flatMeld({ cards, wild_at: wildAt, kind }) {
  const faces = cards.map((card, place) => cardFace(card, place === wildAt ? "wild" : ""));
  return element(
    "div",
    { class: "flat-meld" },
    element("div", { class: "flat-cards" }, ...faces),
    kind ? element("span", { class: `badge ${kind}` }, `${text("burraco")} ${text(kind)}`) : null,
    wildAt === null ? null : element("small", {}, `${text("wild")}: ${cardName(cards[wildAt])}`),
  );
}
