// The end of a match: the result with its points, or the note that it is void.

import { button, element } from "./dom.js";
import { ownSide, personName, sideName, sidesFromHere } from "./people.js";
import { away, sheetOf, signed } from "./sheet.js";
import { text } from "./texts.js";

export class MatchEnd {
  node = element("section", { class: "overlay", tabindex: "-1" });

  constructor(room) {
    const { mirror } = room;
    const content = mirror.view.phase === "void" ? voidMatch(mirror) : result(mirror);
    const back = button(text("back_to_lobby"), () => room.leave(), { class: "button primary", data: { action: "back" } });
    const foot = element("footer", { class: "sheet-foot" }, back);
    this.node.append(away(this.node), element("article", { class: "paper" }, ...content, foot));
  }

  update() {
    document.title = "Circolo";
  }
}

function voidMatch(mirror) {
  const { view } = mirror;
  const { by, cause } = view.void;
  const yours = view.you !== null && by.includes(view.you.person);
  const name = by.map((index) => personName(mirror, index)).join(text("and"));
  return [
    element("h1", {}, yours ? text("void_for_you") : text("void_for_others", { name })),
    element("p", { class: "how-ended" }, text(`cause_${cause}`)),
    yours ? null : element("p", { class: "how-ended" }, text("void_hint")),
  ].filter(Boolean);
}

function result(mirror) {
  const { view } = mirror;
  const order = sidesFromHere(view);
  const { number } = view.deal;
  return [
    element("h1", {}, verdict(mirror)),
    table(mirror, order),
    view.result.verified ? null : element("p", { class: "hint" }, element("span", { class: "provisional" }, text("provisional")), " ", text("provisional_hint")),
    element("h2", {}, text("sheet", { number })),
    ...sheetOf(mirror),
  ].filter(Boolean);
}

function verdict(mirror) {
  const { totals } = mirror.view.result;
  const best = totals.indexOf(Math.max(...totals));
  if (totals.every((points) => points === totals[0])) return text("drawn");
  return best === ownSide(mirror.view) ? text("won") : text("won_by", { name: sideName(mirror, best) });
}

function table(mirror, order) {
  const { scores, result: over } = mirror.view;
  const row = (label, values, className = "") =>
    element(
      "tr",
      { class: className },
      element("th", { scope: "row" }, label),
      ...order.map((side) => element("td", {}, signed(values[side]))),
    );
  return element(
    "table",
    { class: "scores result" },
    element(
      "thead",
      {},
      element("tr", {}, element("td", {}), ...order.map((side) => element("th", { scope: "col" }, sideName(mirror, side)))),
    ),
    element(
      "tbody",
      {},
      ...scores.map((deal, index) => row(`${text("deal")} ${index + 1}`, deal.map((side) => side.at(-1)))),
      row(text("total"), over.totals, "sum"),
      row(text("victory_points"), over.vp, "grand"),
      row(text("ranking_points"), over.ranking_points),
    ),
  );
}
