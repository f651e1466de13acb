// The waiting room: what will be played, who sits, and who is missing. Also the notice of a table that was closed.

import { countdown } from "./countdown.js";
import { button, element } from "./dom.js";
import { holder, personName } from "./people.js";
import { settingsList } from "./settings_list.js";
import { duration, text } from "./texts.js";

export class WaitingRoom {
  node = element("div", { class: "room" });
  #room;
  #closed;

  /** `closed`: the table waited in vain, or everybody left. */
  constructor(room, closed) {
    this.#room = room;
    this.#closed = closed;
  }

  update() {
    const { mirror } = this.#room;
    if (this.#closed) {
      this.node.replaceChildren(
        element("section", { class: "panel" }, element("h1", {}, text("closed_table")), this.#leave("back_to_lobby")),
      );
      return;
    }
    const seats = mirror.view.sides.flat().toSorted().map((seat) => this.#seat(mirror, holder(mirror.view, seat)));
    const until = element("p", { class: "hint" });
    this.node.replaceChildren(
      element(
        "section",
        { class: "panel" },
        element("h1", {}, text("waiting_room")),
        settingsList(mirror),
        element("ul", { class: "seats" }, ...seats),
        element("p", { class: "waits", role: "status" }, text("waits_for")),
        countdown(until, () => mirror.left(), (left) => (until.textContent = text("waits_until", { time: duration(left) }))),
        this.#leave("leave_waiting"),
      ),
    );
  }

  #seat(mirror, person) {
    const taken = person >= 0;
    const name = taken ? personName(mirror, person) : text("free_seat");
    return element(
      "li",
      { class: taken ? "seat" : "seat free" },
      element("span", { class: "avatar", "aria-hidden": "true" }, taken ? name[0].toUpperCase() : "?"),
      element("span", {}, name),
    );
  }

  #leave(key) {
    return button(text(key), () => this.#room.leave(), { class: "button" });
  }
}
