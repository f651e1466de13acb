// Signing in by nickname.

import { element } from "./dom.js";
import { session } from "./session.js";
import { serverText, text } from "./texts.js";
import { cardFace } from "./cards.js";

export class SignIn {
  name = "sign-in";
  #app;
  #problem;
  #typed;

  /** `problem`: the refusal of the nickname `typed` before, or null. */
  constructor(app, problem, typed) {
    this.#app = app;
    this.#typed = typed;
    this.#problem = problem;
  }

  heading() {
    return element("span", { class: "heading-room" });
  }

  actions() {
    return [];
  }

  close() {}

  render() {
    const input = element("input", {
      id: "nickname",
      name: "nickname",
      value: this.#typed,
      minlength: 3,
      maxlength: 16,
      required: true,
      autocomplete: "username",
      autocapitalize: "none",
      spellcheck: "false",
      "aria-describedby": "nickname-hint",
      on: { input: () => (this.#typed = input.value) },
    });
    const problem = element("p", { class: "problem", role: "alert" }, serverText(this.#problem?.text));
    const form = element(
      "form",
      { class: "panel", on: { submit: (event) => this.#submit(event, input, problem) } },
      element("label", { for: "nickname" }, text("nickname")),
      input,
      element("p", { id: "nickname-hint", class: "hint" }, text("nickname_hint")),
      problem,
      element("button", { class: "button primary", type: "submit" }, text("enter")),
    );
    const fan = ["AS", "KH", "XX", "2D", "7C"].map((card) => cardFace(card));
    return element(
      "main",
      {},
      element("div", { class: "fan", "aria-hidden": "true" }, ...fan),
      element("h1", { class: "title" }, "Circolo"),
      element("p", { class: "tagline" }, text("tagline")),
      form,
    );
  }

  async #submit(event, input, problem) {
    event.preventDefault();
    session.nickname = input.value.trim().normalize("NFC");
    try {
      await session.token(true);
      this.#app.toLobby();
    } catch {
      session.forget();
      problem.textContent = text("no_server");
    }
  }
}
