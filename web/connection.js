// One socket that stays open: it reconnects with a jittered back-off, pings, and matches answers to requests by id.

import { socketAddress } from "./config.js";
import { session } from "./session.js";

const PROTOCOL = "circolo.v1";
const PING_EVERY = 60_000;
const ANSWER_WITHIN = 10_000;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;

/** The connection was lost before the answer came: whether the command counted is not known. */
export class Lost extends Error {}

export class Connection {
  #channel;
  #handlers;
  #socket = null;
  #waiting = new Map();
  #failures = 0;
  #renew = false;
  #closed = false;
  #timer = null;
  #pinging = null;
  #count = 0;
  #starting = 0;
  #retryNow = () => this.#timer !== null && document.visibilityState === "visible" && this.#start();

  /**
   * `channel`: "lobby" or "table". Handlers: `opened()`, `message(message)` for every message, answers included,
   * `state("connecting" | "open" | "lost")`, `ping()` giving the ping to send.
   */
  constructor(channel, handlers) {
    this.#channel = channel;
    this.#handlers = handlers;
    addEventListener("online", this.#retryNow);
    document.addEventListener("visibilitychange", this.#retryNow);
    this.#start();
  }

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Sends a message; resolves with its answer, rejects with `Lost`. */
  request(message) {
    if (!this.isOpen) return Promise.reject(new Lost());
    const id = `${this.#channel}-${++this.#count}`;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#settle(id, null), ANSWER_WITHIN);
      this.#waiting.set(id, { resolve, reject, timer });
      this.#socket.send(JSON.stringify({ ...message, id }));
    });
  }

  /** Lets go of the socket and tries again at once. */
  restart() {
    this.#socket?.close();
  }

  /** Closes for good. */
  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#pinging);
    removeEventListener("online", this.#retryNow);
    document.removeEventListener("visibilitychange", this.#retryNow);
    this.#socket?.close();
    this.#dropAll();
  }

  async #start() {
    clearTimeout(this.#timer);
    this.#timer = null;
    const attempt = ++this.#starting;
    if (this.#failures === 0) this.#handlers.state("connecting");
    let address, token;
    try {
      [address, token] = await Promise.all([socketAddress(this.#channel), session.token(this.#renew)]);
    } catch {
      if (!this.#closed && attempt === this.#starting) this.#later();
      return;
    }
    if (this.#closed || attempt !== this.#starting) return;
    const socket = new WebSocket(address, [PROTOCOL, token]);
    this.#socket = socket;
    socket.addEventListener("open", () => this.#opened());
    socket.addEventListener("message", ({ data }) => this.#received(data));
    socket.addEventListener("close", () => this.#lost(socket));
  }

  #opened() {
    this.#failures = 0;
    this.#renew = false;
    clearInterval(this.#pinging);
    this.#pinging = setInterval(() => this.request(this.#handlers.ping()).catch(() => this.restart()), PING_EVERY);
    this.#handlers.state("open");
    this.#handlers.opened();
  }

  #received(data) {
    const message = JSON.parse(data);
    if (message.type === "closing") this.#renew = message.code === "token_expired";
    this.#handlers.message(message);
    if (message.id) this.#settle(message.id, message);
  }

  #lost(socket) {
    if (socket !== this.#socket) return;
    this.#socket = null;
    clearInterval(this.#pinging);
    this.#dropAll();
    // A socket that never opened may have been refused for its token.
    if (this.#failures > 0) this.#renew = true;
    if (!this.#closed) this.#later();
  }

  #later() {
    const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#failures);
    this.#failures += 1;
    this.#handlers.state("lost");
    this.#timer = setTimeout(() => this.#start(), longest * (0.5 + Math.random() / 2));
  }

  #settle(id, answer) {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id);
    clearTimeout(waiting.timer);
    if (answer) waiting.resolve(answer);
    else waiting.reject(new Lost());
  }

  #dropAll() {
    for (const id of [...this.#waiting.keys()]) this.#settle(id, null);
  }
}
