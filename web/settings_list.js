// What was chosen for a table: rulebook, deals, format, mode; with the mark of a Victory Points table that nobody has
// verified yet.

import { element } from "./dom.js";
import { text } from "./texts.js";

/** A list of terms; `further` are more `dt` and `dd`. */
export function settingsList(mirror, further = []) {
  const { settings } = mirror.view;
  const provisional = mirror.provisional
    ? [
        element("span", { class: "provisional" }, text("provisional")),
        element("small", {}, text("provisional_hint")),
      ]
    : [];
  return element(
    "dl",
    { class: "settings" },
    element("dt", {}, text("rulebook")),
    element("dd", {}, element("b", {}, settings.rulebook), ...provisional),
    element("dt", {}, text("deals")),
    element("dd", {}, String(settings.deals)),
    element("dt", {}, text("format")),
    element("dd", {}, text(settings.format)),
    element("dt", {}, text("mode")),
    element("dd", {}, text(settings.mode === "allenamento" ? "training" : settings.mode)),
    ...further,
  );
}
