// The score sheet of a deal, item by item, one's own side first.

import { cardFace } from "./cards.js";
import { countdown } from "./countdown.js";
import { button, element } from "./dom.js";
import { personName, sideName, sidesFromHere, totals } from "./people.js";
import { duration, text } from "./texts.js";

const ROWS = ["cards", "burraco", "closing", "hand", "pozzetto"];

/** The sheet between two deals, to be closed by everybody. */
export class Score {
  node = element("section", { class: "overlay", tabindex: "-1" });
  #room;
  #foot = element("footer", { class: "sheet-foot" });
  #close = button(text("close_sheet"), () => this.#room.closeSheet(), { class: "button primary", data: { action: "close-sheet" } });

  constructor(room) {
    this.#room = room;
    const { view } = room.mirror;
    const paper = element(
      "article",
      { class: "paper" },
      element("h1", {}, text("sheet", { number: view.deal.number })),
      ...sheetOf(room.mirror),
      this.#foot,
    );
    this.node.append(away(this.node), paper);
  }

  update() {
    const { mirror } = this.#room;
    const { view } = mirror;
    const mine = view.you && !view.closed[view.you.person];
    this.#close.disabled = this.#room.busy;
    const line = element("p", { role: "status" });
    const others = view.persons.map((_, index) => index).filter((index) => !view.closed[index]);
    const names = others.map((index) => personName(mirror, index)).join(text("and"));
    const say = (left) => {
      const time = duration(left);
      if (mine) line.textContent = text("close_within", { time });
      else if (others.length > 0) line.textContent = text("waits_sheet", { name: names });
      else line.textContent = text("next_deal_in", { time });
    };
    this.#foot.replaceChildren(countdown(line, () => mirror.left(), say), ...(mine ? [this.#close] : []));
  }
}

/** A button that lays a panel aside to see the table, and brings it back. */
export function away(panel) {
  const see = button(text("see_table"), () => {
    const aside = panel.classList.toggle("aside");
    see.textContent = text(aside ? "see_sheet" : "see_table");
  }, { class: "button small see-table" });
  return see;
}

/** How the deal ended, the table of the scores, and every meld with what it pays. */
export function sheetOf(mirror) {
  const { view } = mirror;
  const { sheet } = view.deal;
  const order = sidesFromHere(view);
  return [
    element("p", { class: "how-ended" }, howEnded(mirror)),
    scoreTable(mirror, sheet, order),
    element("h2", {}, text("item_by_item")),
    element("div", { class: "items" }, ...order.map((side) => itemsOf(mirror, sheet, side))),
  ];
}

function howEnded(mirror) {
  const { sheet } = mirror.view.deal;
  if (sheet.ended === "stock") return text("ended_stock");
  if (sheet.ended === "stall") return text("ended_stall");
  const closer = sheet.sides.findIndex(({ closing }) => closing > 0);
  return closer < 0 ? "" : text("closed_by", { name: sideName(mirror, closer) });
}

function scoreTable(mirror, sheet, order) {
  const match = totals(mirror.view);
  const row = (label, value, className = "") =>
    element(
      "tr",
      { class: className },
      element("th", { scope: "row" }, label),
      ...order.map((side) => element("td", {}, signed(value(side)))),
    );
  return element(
    "table",
    { class: "scores" },
    element(
      "thead",
      {},
      element("tr", {}, element("td", {}), ...order.map((side) => element("th", { scope: "col" }, sideName(mirror, side)))),
    ),
    element(
      "tbody",
      {},
      ...ROWS.map((key) => row(text(`row_${key}`), (side) => sheet.sides[side][key])),
      row(text("row_deal"), (side) => sheet.sides[side].total, "sum"),
      row(text("row_match"), (side) => match[side], "grand"),
    ),
  );
}

function itemsOf(mirror, sheet, side) {
  const { melds, hand } = sheet.sides[side];
  const left = mirror.view.sides[side].flatMap((seat) => sheet.hands[seat]);
  return element(
    "section",
    { class: "side-items" },
    element("h3", {}, sideName(mirror, side)),
    melds.length === 0 ? element("p", { class: "hint" }, text("nothing_melded")) : null,
    ...melds.map((meld) => item(meld.cards, meld.wild_at, meld.value, meld.kind, meld.bonus)),
    left.length > 0 ? element("h4", {}, text("left_in_hand")) : null,
    left.length > 0 ? item(left, null, hand, null, 0) : null,
  );
}

function item(cards, wildAt, value, kind, bonus) {
  return element(
    "div",
    { class: "item" },
    element("div", { class: "item-cards" }, ...cards.map((card, place) => cardFace(card, place === wildAt ? "wild" : ""))),
    element(
      "p",
      { class: "item-points" },
      kind ? element("span", { class: `badge ${kind}` }, text(kind)) : null,
      kind ? element("b", {}, signed(bonus)) : null,
      element("span", {}, text("points", { points: signed(value) })),
    ),
  );
}

/** A number with a true minus. */
export function signed(number) {
  return number < 0 ? `−${-number}` : String(number);
}
