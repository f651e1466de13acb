// The table in play: the other side, the middle, one's own melds, the actions and the hand.

import { cardBack } from "./cards.js";
import { Centre } from "./centre.js";
import { countdown } from "./countdown.js";
import { button, element, openDialog } from "./dom.js";
import { Hand } from "./hand.js";
import { flatMeld, MeldZone } from "./meld_zone.js";
import { holder, onTurn, personName, sideName, sidesFromHere } from "./people.js";
import { duration, text } from "./texts.js";

const SMALLEST_MELD = 3;
const HURRY = 10_000;

export class Felt {
  #room;
  #hand = new Hand(() => this.#showActions());
  #own;
  #other;
  #zones;
  #bars = new Map();
  #centre = new Centre(() => this.#draws());
  #story = element("div", { class: "story", role: "log" });
  #status = element("p", { class: "status", role: "status" });
  #sort = button("", () => (this.#hand.switchOrder(), this.#showActions()), { class: "button small" });
  #clear = button(text("clear"), () => this.#hand.clear(), { class: "button small" });
  #buttons = {
    draw: button(text("draw"), () => this.#draws().draw?.(), { class: "button action", data: { action: "draw" } }),
    take: button(text("take"), () => this.#draws().take?.(), { class: "button action", data: { action: "take" } }),
    meld: button(text("meld"), () => this.#play({ type: "meld", cards: this.#hand.chosen }), { class: "button action", data: { action: "meld" } }),
    discard: button(text("discard"), () => this.#play({ type: "discard", card: this.#hand.chosen[0] }), { class: "button action", data: { action: "discard" } }),
  };
  node;

  constructor(room) {
    this.#room = room;
    [this.#own, this.#other] = sidesFromHere(this.#view);
    this.#zones = new Map([
      [this.#own, new MeldZone(text("no_melds_ours"), (index) => this.#pressed(this.#own, index))],
      [this.#other, new MeldZone(text("no_melds_theirs"), (index) => this.#pressed(this.#other, index))],
    ]);
    for (const side of [this.#own, this.#other]) this.#bars.set(side, element("div", { class: "player-bar" }));
    this.node = element(
      "div",
      { class: "felt" },
      this.#zone(this.#other, "theirs"),
      element("div", { class: "middle" }, this.#centre.node, this.#story),
      this.#zone(this.#own, "ours"),
      element(
        "section",
        { class: "rail" },
        element("div", { class: "rail-head" }, this.#status, this.#clear, this.#sort),
        this.#hand.node,
        element("div", { class: "actions" }, ...Object.values(this.#buttons)),
      ),
    );
  }

  get #view() {
    return this.#room.mirror.view;
  }

  update() {
    const { deal } = this.#view;
    this.#centre.update(deal, this.#mayDraw());
    for (const side of [this.#own, this.#other]) this.#showBar(side);
    const seat = this.#view.you?.seats[0];
    this.#hand.update(deal.hands[seat] ?? [], deal.number, deal.turn);
    this.#story.replaceChildren(...this.#room.story.render(this.#room.mirror));
    this.#story.scrollTop = this.#story.scrollHeight;
    this.#showActions();
  }

  #zone(side, className) {
    const name = sideName(this.#room.mirror, side);
    return element(
      "section",
      { class: `zone ${className}`, "aria-label": text("melds_of", { name }) },
      this.#bars.get(side),
      this.#zones.get(side).element,
    );
  }

  /** Name, cards left, pozzetto, and the clock of whoever is on turn. */
  #showBar(side) {
    const { deal, sides, phase } = this.#view;
    const seats = sides[side];
    const plays = phase === "playing" && seats.includes(deal.seat);
    const name = sideName(this.#room.mirror, side);
    const cards = seats.reduce((sum, seat) => sum + deal.counts[seat], 0);
    const bar = this.#bars.get(side);
    bar.classList.toggle("on-turn", plays);
    bar.replaceChildren(
      element("span", { class: "avatar", "aria-hidden": "true" }, name[0].toUpperCase()),
      element("b", { class: "player-name" }, name),
      count(cards),
      element("span", { class: `pozzetto${deal.taken[side] ? " taken" : ""}`, ...named(text(deal.taken[side] ? "pozzetto_taken" : "pozzetto_to_take")) }, text("pozzetto")),
      ...(plays ? [this.#clock()] : []),
    );
  }

  #clock() {
    const { mirror } = this.#room;
    const clock = element("span", { class: "clock", role: "timer" });
    if (mirror.view.clock?.kind !== "turn") return clock;
    return countdown(clock, () => mirror.left(), (left) => {
      clock.textContent = duration(left);
      clock.classList.toggle("hurry", left < HURRY);
    });
  }

  #showActions() {
    const playing = onTurn(this.#view);
    const ready = playing && !this.#room.busy;
    const { drew } = this.#view.deal;
    const chosen = this.#hand.chosen.length;
    const may = {
      draw: ready && !drew,
      take: ready && !drew && this.#view.deal.pile.length > 0,
      meld: ready && drew && chosen >= SMALLEST_MELD,
      discard: ready && drew && chosen === 1,
    };
    for (const [action, node] of Object.entries(this.#buttons)) node.disabled = !may[action];
    this.#buttons.meld.textContent = chosen >= SMALLEST_MELD ? `${text("meld")} (${chosen})` : text("meld");
    this.#clear.hidden = chosen === 0;
    this.#sort.textContent = text(this.#hand.order === "suit" ? "by_rank" : "by_suit");
    this.#sort.setAttribute("aria-label", `${text("sort")}: ${this.#sort.textContent}`);
    const { melds } = this.#view.deal;
    this.#zones.get(this.#own).update(melds[this.#own], ready && drew && chosen > 0);
    this.#zones.get(this.#other).update(melds[this.#other], false);
    this.#say(playing, drew);
  }

  #say(playing, drew) {
    const { phase, deal, persons } = this.#view;
    let line = "";
    if (playing) line = text(drew ? "meld_or_discard" : "draw_or_take");
    else if (phase === "playing") {
      const person = holder(this.#view, deal.seat);
      const key = persons[person].player.startsWith("ai:") ? "thinks" : "turn_of";
      line = text(key, { name: personName(this.#room.mirror, person) });
    }
    if (this.#status.textContent !== line) this.#status.textContent = line;
    this.#status.classList.toggle("mine", playing);
    document.title = playing ? `${text("your_turn")} · Circolo` : "Circolo";
  }

  #mayDraw() {
    return onTurn(this.#view) && !this.#view.deal.drew && !this.#room.busy;
  }

  #draws() {
    if (!this.#mayDraw()) return {};
    const take = () => this.#play({ type: "take" });
    return { draw: () => this.#play({ type: "draw" }), take: this.#view.deal.pile.length > 0 ? take : undefined };
  }

  #pressed(side, index) {
    const cards = this.#hand.chosen;
    if (side === this.#own && cards.length > 0 && onTurn(this.#view)) {
      this.#play({ type: "lay", meld: index, cards });
      return;
    }
    const meld = this.#view.deal.melds[side][index];
    openDialog(text("a_meld"), text("close"), flatMeld(meld));
  }

  async #play(message) {
    const played = this.#room.play(message);
    this.#showActions();
    if (await played) this.#hand.clear();
  }
}

/** How many cards a side holds. */
function count(cards) {
  const word = cards === 1 ? text("one_card") : text("cards_in_hand", { count: cards });
  return element("span", { class: "count", ...named(word) }, cardBack("tiny"), element("b", {}, String(cards)));
}

/** A few letters that are read aloud, and explained, as a whole text. */
function named(whole) {
  return { role: "img", "aria-label": whole, title: whole };
}
