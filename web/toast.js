// A short message at the foot of the page, read out and gone after a while: refusals above all.

import { element } from "./dom.js";

const LASTS = 5_000;
const place = element("div", { class: "toasts", role: "alert" });
let timer = null;

/** Shows a message in place of the one before it. */
export function toast(message) {
  if (!place.isConnected) document.body.append(place);
  clearTimeout(timer);
  place.replaceChildren(element("p", { class: "toast" }, message));
  timer = setTimeout(() => place.replaceChildren(), LASTS);
}
