// One's seat at a table: the socket, the mirror of the table, and the numbered commands, one at a time.

import { Connection } from "./connection.js";
import { Mirror } from "./mirror.js";

/** How long after a deadline silence means that something was lost. */
const SILENCE = 3_000;
const GONE = new Set(["not_seated", "table_not_found"]);

export class Seat {
  mirror = new Mirror();
  detached = false;
  #table;
  #listener;
  #connection;
  #pending = null;
  #syncing = false;
  #watch = null;

  /**
   * `listener`: `changed(events)` after every change of the mirror, `connection(state)`, `refused(refusal)` for the
   * player to read, `detached()` when another device took over, `gone(refusal)` when there is no such seat.
   */
  constructor(table, listener) {
    this.#table = table;
    this.#listener = listener;
    this.attach();
  }

  get busy() {
    return this.#pending !== null;
  }

  /** Opens the socket and attaches; also after another device took over. */
  attach() {
    this.#connection?.close();
    this.detached = false;
    this.#connection = new Connection("table", {
      opened: () => this.#attach(),
      message: (message) => this.#received(message),
      state: (state) => this.#listener.connection(state),
      ping: () => (this.mirror.view && !this.detached ? { type: "ping", table: this.#table } : { type: "ping" }),
    });
  }

  close() {
    clearTimeout(this.#watch);
    this.#connection.close();
  }

  /** Sends a numbered command; resolves with true once it was accepted, with false if it was refused. */
  command(message) {
    if (this.#pending || !this.mirror.view?.you) return Promise.resolve(false);
    return new Promise((done) => {
      this.#pending = { message: { ...message, table: this.#table, n: this.mirror.view.you.next }, done };
      this.#send();
    });
  }

  /** A move in the deal and turn that are shown. */
  play(message) {
    const { number, turn } = this.mirror.view.deal;
    return this.command({ ...message, deal: number, turn });
  }

  async #send() {
    const pending = this.#pending;
    try {
      const answer = await this.#connection.request(pending.message);
      if (this.#pending !== pending) return;
      const refused = answer.type === "refused";
      this.#settle(!refused);
      if (refused) this.#refused(answer);
    } catch {
      // The answer is lost: attaching anew tells whether the command counted, and sends it again if not.
      if (this.#pending === pending) this.#connection.restart();
    }
  }

  #settle(accepted) {
    const { done } = this.#pending;
    this.#pending = null;
    done(accepted);
    this.#listener.changed([]);
  }

  #refused(refusal) {
    this.#listener.refused(refusal);
    if (refusal.code.startsWith("number_")) this.#sync(null);
    else if (refusal.code.startsWith("wrong_") || refusal.code === "turn_expired") this.#sync(this.mirror.since);
  }

  async #attach() {
    const answer = await this.#connection.request({ type: "attach", table: this.#table }).catch(() => null);
    if (answer === null) this.#connection.restart();
    else if (answer.type === "refused") this.#unwelcome(answer);
    else this.#resume();
  }

  #unwelcome(refusal) {
    if (GONE.has(refusal.code)) this.#listener.gone(refusal);
    else setTimeout(() => this.#connection.restart(), SILENCE);
  }

  /** A command whose answer was lost and that has not counted is sent again, under its number. */
  #resume() {
    if (this.#pending) this.#send();
  }

  #received(message) {
    if (message.table !== this.#table) return;
    switch (message.type) {
      case "view":
        this.mirror.replace(message);
        this.#changed([]);
        break;
      case "events": {
        if (!this.mirror.view) return;
        const fresh = this.mirror.apply(message);
        if (fresh === null) this.#sync(this.mirror.since);
        this.#changed(fresh ?? []);
        break;
      }
      case "accepted":
        if (!this.mirror.view) return;
        if (this.mirror.accepted(message.n, message.seq)) this.#changed([]);
        else this.#sync(this.mirror.since);
        break;
      case "pong":
        if (this.mirror.view && message.seq > this.mirror.view.seq) this.#hearAgain();
        break;
      case "detached":
        this.detached = true;
        this.#connection.close();
        this.#listener.detached();
        break;
    }
  }

  #changed(events) {
    clearTimeout(this.#watch);
    const left = this.mirror.left();
    // Longer waits than a timer can hold are those of tables that nothing will happen at.
    if (left !== null && left < 3_600_000) {
      this.#watch = setTimeout(() => this.#hearAgain(), Math.max(0, left) + SILENCE);
    }
    this.#listener.changed(events);
    // The view may tell that the command counted before, or without, its own answer.
    if (this.#pending && this.mirror.view.you?.next > this.#pending.message.n) this.#settle(true);
  }

  /** What was pushed did not arrive: perhaps the table has let this socket go. Attaching also brings the whole view. */
  #hearAgain() {
    if (!this.detached) this.#attach();
  }

  async #sync(since) {
    if (this.#syncing || this.detached) return;
    this.#syncing = true;
    const asked = since === null ? {} : { since };
    await this.#connection.request({ type: "sync", table: this.#table, ...asked }).catch(() => null);
    this.#syncing = false;
  }
}
