// The page: which room is shown (sign-in, lobby, table), and what is common to all: heading, language, connection.

import { button, element } from "./dom.js";
import { Lobby } from "./lobby.js";
import { session } from "./session.js";
import { SignIn } from "./sign_in.js";
import { TableRoom } from "./table_room.js";
import { switchLanguage, text } from "./texts.js";

class App {
  #root = document.getElementById("app");
  #room = null;
  #state = "open";
  #banner = element("p", { class: "banner", role: "status" });

  start() {
    addEventListener("online", () => this.connection(this.#state));
    addEventListener("offline", () => this.connection(this.#state));
    if (session.nickname) this.toLobby();
    else this.toSignIn();
  }

  toSignIn(problem = null) {
    const typed = problem ? session.nickname : "";
    session.forget();
    this.#enter(() => new SignIn(this, problem, typed));
  }

  /** The lobby finds out whether one sits somewhere and goes there. */
  toLobby() {
    this.#enter(() => new Lobby(this));
  }

  toTable(table) {
    session.table = table;
    this.#enter(() => new TableRoom(this, table));
  }

  /** The state of the room's connection, for all to see. */
  connection(state) {
    this.#state = state;
    const shown = navigator.onLine ? state : "offline";
    this.#banner.textContent = shown === "open" ? "" : text(shown);
    this.#banner.className = `banner ${shown}`;
  }

  /** Shows the room anew, after a change of language. */
  render() {
    const language = button(text("language"), () => this.#switch(), { class: "quiet", lang: text("language").slice(0, 2) });
    const heading = element(
      "header",
      { class: "heading" },
      element("span", { class: "brand" }, "Circolo"),
      this.#room.heading(),
      element("nav", { class: "heading-actions" }, ...this.#room.actions(), language),
    );
    this.#root.className = this.#room.name;
    this.#root.replaceChildren(heading, this.#banner, this.#room.render());
  }

  /** Shows the heading anew: what is in play has changed. */
  renderHeading() {
    this.#root.querySelector(".heading-room")?.replaceWith(this.#room.heading());
  }

  #switch() {
    switchLanguage();
    this.connection(this.#state);
    this.render();
  }

  #enter(make) {
    this.#room?.close();
    this.connection("open");
    this.#room = make();
    this.render();
  }
}

new App().start();
