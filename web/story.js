// What happened at the table, turn by turn, in words: an opponent's whole turn can arrive at once.

import { inlineCard } from "./cards.js";
import { element } from "./dom.js";
import { personName } from "./people.js";
import { text } from "./texts.js";

const KEPT = 2;
const CARDS = "\u0000";

export class Story {
  #turns = [];

  /** Takes note of an event. */
  tell(event, mirror) {
    if (event.event === "dealt") this.#turns = [{ deal: event.deal.number, deeds: [], over: true }];
    if (event.seat === undefined) return;
    let turn = this.#turns.at(-1);
    if (!turn || turn.over) {
      turn = { person: event.person, you: event.person === mirror.view.you?.person, deeds: [], over: false };
      this.#turns = [...this.#turns, turn].slice(-KEPT);
    }
    const last = turn.deeds.at(-1);
    if (event.event === "laid" && last?.event === "laid" && !last.pozzetto) {
      turn.deeds[turn.deeds.length - 1] = { ...event, from_hand: [...last.from_hand, ...event.from_hand] };
    } else turn.deeds.push(event);
    turn.over = event.event === "discarded";
  }

  /** The last turns, oldest first. */
  render(mirror) {
    return this.#turns.map((turn) => element("p", { class: "turn-told" }, ...this.#sentence(turn, mirror)));
  }

  #sentence(turn, mirror) {
    if (turn.deal) return [text("deal_begins", { number: turn.deal })];
    const name = turn.you ? text("you") : personName(mirror, turn.person);
    const parts = turn.deeds.flatMap(deeds).map((nodes, index, all) => (index < all.length - 1 ? comma(nodes) : nodes));
    const late = turn.deeds.some((event) => event.by_clock) ? [` (${text("did_by_clock")})`] : [];
    return [element("b", {}, `${name}: `), ...parts.flat(), ...late];
  }
}

/** What one event says: one or two pieces, each a list of nodes. */
function deeds(event) {
  const pieces = [];
  if (event.event === "drew") pieces.push(event.card ? [`${text("did_draw")} `, inlineCard(event.card)] : [text("did_draw")]);
  if (event.event === "took") pieces.push([text("did_take", { count: event.cards.length })]);
  if (event.event === "melded") pieces.push(withCards("did_meld", event.from_hand));
  if (event.event === "laid") pieces.push(withCards("did_lay", event.from_hand));
  if (event.event === "discarded") pieces.push(withCards("did_discard", [event.card]));
  if (event.pozzetto) pieces.push([text("did_pozzetto")]);
  return pieces;
}

function withCards(key, cards) {
  const [before, after] = text(key, { cards: CARDS }).split(CARDS);
  return [before, ...cards.flatMap((card, index) => [index > 0 ? " " : "", inlineCard(card)]), after].filter(Boolean);
}

/** The nodes with a comma that never begins a line. */
function comma(nodes) {
  return [...nodes.slice(0, -1), element("span", { class: "together" }, nodes.at(-1), ","), " "];
}
