// Who plays in this tab. Kept in the tab's own storage, so that two tabs can be two players and a reload resumes.

import { config } from "./config.js";

const KEYS = { nickname: "circolo.nickname", token: "circolo.token", table: "circolo.table" };
const MARGIN = 60_000;

function keep(key, value) {
  if (value === null) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, value);
}

export const session = {
  get nickname() {
    return sessionStorage.getItem(KEYS.nickname);
  },
  set nickname(value) {
    keep(KEYS.nickname, value);
  },
  /** The table last looked at here: a match that is over can still be read after a reload. */
  get table() {
    return sessionStorage.getItem(KEYS.table);
  },
  set table(value) {
    keep(KEYS.table, value);
  },

  /** A token that is still good; `renew` asks for another one even so. */
  async token(renew = false) {
    const kept = sessionStorage.getItem(KEYS.token);
    if (kept && !renew && expiry(kept) - Date.now() > MARGIN) return kept;
    const address = (await config()).token;
    const response = await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ subject: this.nickname.toLowerCase() }),
    });
    if (!response.ok) throw new Error(`token: ${response.status}`);
    const { token } = await response.json();
    keep(KEYS.token, token);
    return token;
  },

  forget() {
    Object.values(KEYS).forEach((key) => keep(key, null));
  },
};

function expiry(token) {
  try {
    const claims = token.split(".")[1].replace(/-/g, "+").replace(/_/g, "/");
    return JSON.parse(atob(claims)).exp * 1000;
  } catch {
    return 0;
  }
}
