// The form that opens a table. What was chosen stays chosen when the language changes.

import { element } from "./dom.js";
import { text } from "./texts.js";

export class OpenForm {
  #open;
  #chosen = { rulebook: "FIBUR", deals: "4", opponent: "ai", invited: "" };

  /** `open(settings)` is given the settings of an `open_table` and returns a promise. */
  constructor(open) {
    this.#open = open;
  }

  render() {
    const invite = this.#invitation();
    const form = element(
      "form",
      { class: "open-form", on: { submit: (event) => this.#submit(event) } },
      this.#choice("rulebook", text("rulebook"), [
        ["FIBUR", "FIBUR"],
        ["FITAB", "FITAB"],
      ]),
      this.#choice("deals", text("deals"), [
        ["2", "2"],
        ["3", "3"],
        ["4", "4"],
      ]),
      this.#choice("opponent", text("opponent"), [
        ["ai", text("against_ai")],
        ["person", text("against_person")],
      ]),
      invite,
      element("button", { class: "button primary", type: "submit" }, text("open")),
    );
    const show = () => (invite.hidden = this.#chosen.opponent === "ai");
    form.addEventListener("change", show);
    show();
    return form;
  }

  #choice(name, legend, options) {
    const choose = (value) => () => (this.#chosen[name] = value);
    const radios = options.map(([value, label]) =>
      element(
        "label",
        { class: "option" },
        element("input", { type: "radio", name, value, checked: this.#chosen[name] === value, on: { change: choose(value) } }),
        element("span", {}, label),
      ),
    );
    return element(
      "fieldset",
      { class: "choice" },
      element("legend", {}, legend),
      element("div", { class: "options" }, ...radios),
    );
  }

  #invitation() {
    const input = element("input", {
      name: "invited",
      value: this.#chosen.invited,
      maxlength: 60,
      autocomplete: "off",
      autocapitalize: "none",
      spellcheck: "false",
      placeholder: text("invite_hint"),
      on: { input: () => (this.#chosen.invited = input.value) },
    });
    return element("label", { class: "invitation" }, text("invite"), input);
  }

  async #submit(event) {
    event.preventDefault();
    const { rulebook, deals, opponent, invited } = this.#chosen;
    const settings = { rulebook, deals: Number(deals) };
    if (opponent === "ai") settings.ai = "baseline";
    else if (invited.trim()) settings.invited = [invited.trim()];
    const submit = event.submitter;
    if (submit) submit.disabled = true;
    await this.#open(settings);
    if (submit) submit.disabled = false;
  }
}
