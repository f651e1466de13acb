// Building elements. Text always becomes a text node: nothing that others wrote is ever read as markup.

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element with properties and children (nodes, strings, or null for nothing).
 * `on` holds event handlers, `data` the dataset, `vars` CSS custom properties; `true` and `false` set or omit an
 * attribute.
 */
export function element(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name === "on") for (const [event, handler] of Object.entries(value)) node.addEventListener(event, handler);
    else if (name === "data") Object.assign(node.dataset, value);
    else if (name === "vars") for (const [key, set] of Object.entries(value)) node.style.setProperty(key, set);
    else attribute(node, name, value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** Sets, or with `false`, `null` or `undefined` removes, an attribute. */
export function attribute(node, name, value) {
  if (value === false || value === null || value === undefined) node.removeAttribute(name);
  else node.setAttribute(name, value === true ? "" : String(value));
}

/** A drawing of one colour: `paths` are the `d` of its paths, in a square of 24 units. */
export function drawing(className, paths) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", className);
  svg.setAttribute("aria-hidden", "true");
  for (const d of paths) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", d);
    svg.append(path);
  }
  return svg;
}

/** A push button. */
export function button(label, onClick, properties = {}) {
  return element("button", { type: "button", class: "button", ...properties, on: { click: onClick } }, label);
}

/** A modal dialog with a title, closed by its button, by Escape or by a press outside it. */
export function openDialog(title, closeLabel, ...children) {
  const done = () => dialog.close();
  const dialog = element(
    "dialog",
    { class: "dialog", "aria-label": title, on: { close: () => dialog.remove() } },
    element(
      "div",
      { class: "dialog-body" },
      element(
        "header",
        { class: "dialog-head" },
        element("h2", {}, title),
        element("button", { type: "button", class: "icon-button", "aria-label": closeLabel, on: { click: done } }, "×"),
      ),
      ...children,
    ),
  );
  dialog.addEventListener("click", (event) => event.target === dialog && done());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
