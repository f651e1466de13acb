// The middle of the table: stock, pozzetti and the discard pile, which lies open.

import { cardBack, cardClass, cardFace, face } from "./cards.js";
import { attribute, button, element, openDialog } from "./dom.js";
import { cardName, text } from "./texts.js";

const STEP = 0.42;

export class Centre {
  #stock;
  #pozzetti = element("div", { class: "pozzetti" });
  #pile;
  #fan = element("span", { class: "pile-fan" });
  #pileLabel = element("small", {});
  #cards = [];
  #actions;
  node;

  /** `actions`: `draw()`, `take()` (or null where that is not possible now), asked anew at each press. */
  constructor(actions) {
    this.#actions = actions;
    this.#stock = element("button", { type: "button", class: "stock", on: { click: () => actions().draw?.() } });
    this.#pile = element("button", { type: "button", class: "pile", on: { click: () => this.#look() } }, this.#fan, this.#pileLabel);
    this.node = element("div", { class: "centre" }, this.#stock, this.#pozzetti, this.#pile);
    new ResizeObserver(() => this.#layOut()).observe(this.#fan);
  }

  update(deal, mayDraw) {
    this.#cards = deal.pile;
    this.#stock.replaceChildren(cardBack(), element("small", {}, `${text("stock")} · ${deal.stock}`));
    attribute(this.#stock, "aria-label", text("stock_count", { count: deal.stock }));
    this.#stock.classList.toggle("inviting", mayDraw);
    this.#pile.classList.toggle("inviting", mayDraw);
    const backs = Array.from({ length: deal.pozzetti }, (_, index) => cardBack(index > 0 ? "across" : ""));
    const none = deal.pozzetti === 0 ? " none" : "";
    this.#pozzetti.replaceChildren(
      element("span", { class: `pozzetti-cards${none}`, "aria-hidden": "true" }, ...backs),
      element("small", { "aria-label": text("pozzetti_count", { count: deal.pozzetti }) }, `${text("pozzetti")} · ${deal.pozzetti}`),
    );
    this.#pileLabel.textContent = `${text("pile")} · ${deal.pile.length}`;
    const top = deal.pile.at(-1);
    attribute(this.#pile, "aria-label", `${text("pile_count", { count: deal.pile.length })}${top ? `: ${cardName(top)}` : ""}`);
    this.#layOut();
  }

  /** As many of the last discards as have room, the last on top. */
  #layOut() {
    const room = this.#fan.clientWidth;
    const width = parseFloat(getComputedStyle(this.#fan).getPropertyValue("--card-width")) || 44;
    const step = width * STEP;
    const fits = Math.max(1, Math.floor((room - width) / step) + 1);
    const faces = this.#cards.slice(-fits).map((card, place) =>
      element("span", { class: cardClass(card), vars: { "--x": `${place * step}px` }, "aria-hidden": "true" }, face(card)),
    );
    this.#fan.replaceChildren(...faces);
  }

  #look() {
    const { take } = this.#actions();
    const dialog = openDialog(
      text("pile_count", { count: this.#cards.length }),
      text("close"),
      element("div", { class: "flat-cards" }, ...this.#cards.map((card) => cardFace(card))),
      take ? element("div", { class: "dialog-actions" }, button(text("take"), () => (dialog.close(), take()), { class: "button primary" })) : null,
    );
  }
}
