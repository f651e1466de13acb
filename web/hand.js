// One's own hand: sorted by suit or by rank, cards chosen by a tap or by the keyboard, laid out in as few rows as are
// still readable.

import { cardClass, face, ORDERS } from "./cards.js";
import { attribute, element } from "./dom.js";
import { cardName, text } from "./texts.js";

const KEPT = "circolo.order";
const READABLE = 0.47;
const ROOMY = 1.06;
const ROW = 0.56;
const ROWS = 3;
const LIFT = 14;

export class Hand {
  node = element("div", { class: "hand", role: "group", "aria-label": text("your_hand"), on: { keydown: (event) => this.#key(event) } });
  #items = [];
  #deal = null;
  #turn = null;
  #changed;
  #order = localStorage.getItem(KEPT) === "rank" ? "rank" : "suit";

  /** `changed()` is called when the choice of cards changes. */
  constructor(changed) {
    this.#changed = changed;
    new ResizeObserver(() => this.#layOut()).observe(this.node);
  }

  get order() {
    return this.#order;
  }

  /** The chosen cards, as they stand. */
  get chosen() {
    return this.#items.filter(({ chosen }) => chosen).map(({ card }) => card);
  }

  clear() {
    for (const item of this.#items) this.#choose(item, false);
    this.#changed();
  }

  /** Sorts by the other order and keeps the choice. */
  switchOrder() {
    this.#order = this.#order === "suit" ? "rank" : "suit";
    localStorage.setItem(KEPT, this.#order);
    this.#sort();
  }

  /** Shows these cards; those that came in this turn are marked. */
  update(cards, deal, turn) {
    const first = deal !== this.#deal;
    if (turn !== this.#turn) for (const item of this.#items) this.#mark(item, false);
    [this.#deal, this.#turn] = [deal, turn];
    const wanted = [...cards];
    const kept = [];
    // Of equal cards the chosen ones are those that were played.
    for (const item of this.#items.toSorted((one, other) => one.chosen - other.chosen)) {
      const place = wanted.indexOf(item.card);
      if (place < 0) item.node.remove();
      else {
        wanted.splice(place, 1);
        kept.push(item);
      }
    }
    const come = wanted.map((card) => this.#made(card));
    if (!first) for (const item of come) this.#mark(item, true);
    this.#items = [...kept, ...come];
    this.#sort();
  }

  #made(card) {
    const item = { card, chosen: false };
    item.node = element(
      "button",
      {
        type: "button",
        class: cardClass(card),
        "aria-label": cardName(card),
        "aria-pressed": "false",
        data: { card },
        on: { click: () => (this.#choose(item, !item.chosen), this.#changed()) },
      },
      face(card),
    );
    return item;
  }

  #choose(item, chosen) {
    item.chosen = chosen;
    attribute(item.node, "aria-pressed", String(chosen));
  }

  #mark(item, fresh) {
    item.node.classList.toggle("fresh", fresh);
  }

  #sort() {
    const place = ORDERS[this.#order];
    const focused = this.node.contains(document.activeElement) ? document.activeElement : null;
    this.#items.sort((one, other) => place(one.card) - place(other.card));
    this.#items.forEach(({ node }, index) => {
      if (this.node.children[index] !== node) this.node.insertBefore(node, this.node.children[index] ?? null);
    });
    focused?.focus();
    const nodes = this.#items.map(({ node }) => node);
    const current = nodes.includes(document.activeElement) ? document.activeElement : nodes[0];
    for (const node of nodes) node.tabIndex = node === current ? 0 : -1;
    this.#layOut();
  }

  #layOut() {
    const count = this.#items.length;
    const room = this.node.clientWidth;
    if (count === 0 || room === 0) return;
    const { offsetWidth: width, offsetHeight: height } = this.#items[0].node;
    const fits = Math.max(1, Math.floor((room - width) / (width * READABLE)) + 1);
    const rows = Math.min(ROWS, Math.ceil(count / fits));
    const each = Math.ceil(count / rows);
    const step = each > 1 ? Math.min(width * ROOMY, (room - width) / (each - 1)) : 0;
    this.#items.forEach(({ node }, index) => {
      const row = Math.floor(index / each);
      const inRow = Math.min(each, count - row * each);
      const start = (room - width - step * (inRow - 1)) / 2;
      node.style.setProperty("--x", `${start + step * (index % each)}px`);
      node.style.setProperty("--y", `${LIFT + row * height * ROW}px`);
    });
    this.node.style.height = `${LIFT + height + (rows - 1) * height * ROW}px`;
  }

  #key(event) {
    const nodes = this.#items.map(({ node }) => node);
    const at = nodes.indexOf(document.activeElement);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: nodes.length - 1 }[event.key];
    if (event.key === "Escape") this.clear();
    if (to === undefined || !nodes[to]) return;
    event.preventDefault();
    nodes[at] && (nodes[at].tabIndex = -1);
    nodes[to].tabIndex = 0;
    nodes[to].focus();
  }
}
