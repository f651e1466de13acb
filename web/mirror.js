// The table as the server shows it to this player, kept current by the events. Events are applied in the order of
// their `seq`; what is missing is never guessed at: the caller asks for a `sync`.

function without(hand, cards) {
  const left = [...hand];
  for (const card of cards) left.splice(left.indexOf(card), 1);
  return left;
}

export class Mirror {
  /** What `view` of the server holds; null before the first one. */
  view = null;
  nicknames = {};
  provisional = false;
  #lost = false;
  #heard = 0;

  /** What to name in a `sync`; null: ask for the whole view. */
  get since() {
    return this.view === null || this.#lost ? null : this.view.seq;
  }

  /** Takes over a whole view, unless it is older than what is known. */
  replace(message) {
    Object.assign(this.nicknames, message.nicknames);
    this.provisional = message.provisional ?? false;
    if (this.view && !this.#lost && message.view.seq < this.view.seq) return;
    this.view = structuredClone(message.view);
    this.#lost = false;
    this.#heard = performance.now();
  }

  /** Applies an `events` message; returns the events that were new, or null if some are missing. */
  apply(message) {
    const fresh = [];
    for (const event of message.events) {
      if (event.seq === undefined) {
        if (message.seq === this.view.seq) this.#closeSheet(event.person);
      } else if (event.seq > this.view.seq + 1) {
        return null;
      } else if (event.seq > this.view.seq) {
        this.view.seq = event.seq;
        this.#happen(event);
        if (this.#lost) return null;
      } else {
        continue;
      }
      fresh.push(event);
    }
    if (message.seq > this.view.seq) return null;
    this.#setClock(message);
    if (message.accepted !== undefined) this.accepted(message.accepted, message.seq);
    return fresh;
  }

  /** A numbered command of this player stands at `seq`; false if what it did has not been told yet. */
  accepted(number, seq) {
    if (seq > this.view.seq) return false;
    const { you } = this.view;
    if (you && number >= you.next) {
      this.#closeSheet(you.person); // nothing else can be numbered and leave `seq` as it was
      you.next = number + 1;
    }
    return true;
  }

  /** Milliseconds until the deadline that runs, by the server's time; null without one. */
  left() {
    const clock = this.view?.clock;
    return clock ? clock.due - clock.now - (performance.now() - this.#heard) : null;
  }

  #setClock({ seq, clock }) {
    const known = this.view.clock;
    if (seq !== this.view.seq || (clock && known && clock.now < known.now && clock.due <= known.due)) return;
    this.view.clock = clock;
    this.#heard = performance.now();
  }

  #count() {
    if (this.view.you) this.view.you.next += 1;
  }

  #closeSheet(person) {
    const { closed, you } = this.view;
    if (!closed || closed[person]) return;
    closed[person] = true;
    if (you?.person === person) this.#count();
  }

  #happen(event) {
    const { view } = this;
    switch (event.event) {
      case undefined: // numbered, but not for us to see
        return;
      case "dealt":
        // Whoever's closing of the last sheet was not heard of has closed it, or there would be no new deal.
        if (view.you) this.#closeSheet(view.you.person);
        delete view.closed;
        view.phase = "playing";
        view.deal = event.deal;
        return;
      case "abandoned":
        delete view.closed;
        view.phase = "void";
        view.void = event.void;
        break;
      case "drew":
      case "took":
      case "melded":
      case "laid":
      case "discarded":
        this.#act(event);
        break;
      default: // of a newer server: only a whole view can help
        this.#lost = true;
        return;
    }
    if (event.person === view.you?.person && !event.by_clock) this.#count();
  }

  #act(event) {
    const { deal } = this.view;
    const hand = (change) => {
      if (event.seat in deal.hands) deal.hands[event.seat] = change(deal.hands[event.seat]);
    };
    switch (event.event) {
      case "drew":
        Object.assign(deal, { drew: true, stock: event.stock });
        hand((cards) => [...cards, event.card]);
        break;
      case "took":
        Object.assign(deal, { drew: true, pile: [] });
        hand((cards) => [...cards, ...event.cards]);
        break;
      case "melded":
      case "laid":
        deal.melds[event.side][event.meld] = event.stands;
        hand((cards) => without(cards, event.from_hand));
        break;
      case "discarded":
        deal.pile.push(event.card);
        Object.assign(deal, { drew: false, turn: event.turn, seat: event.next, ended: event.ended });
        hand((cards) => without(cards, [event.card]));
        break;
    }
    deal.counts = event.counts;
    deal.barred = event.barred ?? null;
    if (event.pozzetto) {
      deal.pozzetti = event.pozzetto.left;
      deal.taken[event.pozzetto.side] = true;
      hand((cards) => [...cards, ...event.pozzetto.cards]);
    }
    if (event.over) this.#over(event.over);
  }

  #over({ phase, scores, result, ...opened }) {
    const { view } = this;
    view.phase = phase;
    view.scores.push(scores);
    Object.assign(view.deal, opened);
    if (result) view.result = result;
    if (phase === "sheet") view.closed = view.persons.map(({ player }) => player.startsWith("ai:"));
  }
}
