// The lobby: the tables that wait, opening one, sitting down. Whoever sits at a table already is led there.

import { Connection } from "./connection.js";
import { button, element } from "./dom.js";
import { OpenForm } from "./open_form.js";
import { session } from "./session.js";
import { serverText, text } from "./texts.js";
import { toast } from "./toast.js";

const PULL_EVERY = 3_000;
const MINUTE = 60_000;

export class Lobby {
  name = "lobby";
  #app;
  #connection;
  #timer = null;
  #tables = null;
  #list = element("ul", { class: "tables" });
  #requests = new Map();
  #form = new OpenForm((settings) => this.#open(settings));

  constructor(app) {
    this.#app = app;
    this.#connection = new Connection("lobby", {
      opened: () => this.#hello(),
      message: () => {},
      state: (state) => this.#app.connection(state),
      ping: () => ({ type: "ping" }),
    });
  }

  heading() {
    return element("span", { class: "heading-room" });
  }

  actions() {
    return [button(text("sign_out"), () => this.#app.toSignIn(), { class: "quiet" })];
  }

  close() {
    clearTimeout(this.#timer);
    this.#connection.close();
  }

  render() {
    this.#renderTables();
    return element(
      "main",
      { class: "lobby-main" },
      element("h1", {}, text("welcome", { name: session.nickname })),
      element("section", { class: "panel" }, element("h2", {}, text("waiting_tables")), this.#list),
      element("section", { class: "panel" }, element("h2", {}, text("open_a_table")), this.#form.render()),
    );
  }

  async #hello() {
    let welcome = await this.#ask({ type: "hello" });
    if (welcome?.type === "welcome" && !welcome.nickname) {
      welcome = await this.#ask({ type: "claim_nickname", nickname: session.nickname });
      if (welcome?.type === "refused") return this.#app.toSignIn(welcome);
    }
    if (welcome?.type !== "welcome") return this.#connection.restart();
    session.nickname = welcome.nickname;
    const table = welcome.seat ?? session.table;
    if (table) return this.#app.toTable(table);
    this.#app.render();
    this.#pull();
  }

  async #pull() {
    clearTimeout(this.#timer);
    if (!document.hidden) {
      const page = await this.#ask({ type: "list_tables", limit: 50 });
      if (page?.type === "lobby") {
        this.#tables = page.tables;
        this.#renderTables();
      }
    }
    if (this.#connection.isOpen) this.#timer = setTimeout(() => this.#pull(), PULL_EVERY);
  }

  #renderTables() {
    const focused = document.activeElement?.dataset?.table;
    const rows = (this.#tables ?? []).map((waiting) => this.#row(waiting));
    this.#list.replaceChildren(...rows);
    if (this.#tables?.length === 0) this.#list.append(element("li", { class: "empty" }, text("no_tables")));
    if (focused) this.#list.querySelector(`[data-table="${CSS.escape(focused)}"]`)?.focus();
  }

  #row({ table, opened_at: opened, settings, seated }) {
    const name = seated[0]?.nickname ?? text("somebody");
    const minutes = Math.floor((Date.now() - opened) / MINUTE);
    const about = [
      settings.rulebook.split("@")[0],
      text("count_deals", { count: settings.deals }),
      settings.by_invitation ? text("by_invitation") : null,
      minutes < 1 ? text("opened_now") : text("opened_ago", { minutes }),
    ];
    return element(
      "li",
      { class: "waiting-table" },
      element("span", { class: "avatar", "aria-hidden": "true" }, name[0].toUpperCase()),
      element(
        "span",
        { class: "who" },
        element("b", {}, name),
        element("small", {}, about.filter(Boolean).join(" · ")),
      ),
      button(text("sit"), () => this.#sit(table), {
        class: "button primary",
        "aria-label": text("sit_with", { name }),
        data: { table },
      }),
    );
  }

  #open(settings) {
    return this.#take(JSON.stringify(settings), { type: "open_table", ...settings });
  }

  #sit(table) {
    return this.#take(table, { type: "sit", table });
  }

  /** Asks for a seat, under the same request id until there is an answer. */
  async #take(intention, message) {
    if (!this.#requests.has(intention)) this.#requests.set(intention, requestId());
    const answer = await this.#ask({ ...message, request: this.#requests.get(intention) });
    if (!answer) return;
    this.#requests.delete(intention);
    if (answer.type === "seated") this.#app.toTable(answer.table);
    else if (answer.code === "already_seated" && answer.details?.table) this.#app.toTable(answer.details.table);
    else toast(serverText(answer.text));
  }

  /** The answer, or null if the connection was lost first. */
  #ask(message) {
    return this.#connection.request(message).catch(() => null);
  }
}

function requestId() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
