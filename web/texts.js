// What the page says, Italian first. Refusals are not here: the server sends their text in both languages.

const TEXTS = {
  tagline: ["La sala del burraco", "The burraco room"],
  language: ["English", "Italiano"],
  close: ["Chiudi", "Close"],
  cancel: ["Annulla", "Cancel"],
  you: ["Tu", "You"],
  ai: ["IA", "AI"],
  somebody: ["Un giocatore", "A player"],
  and: [" e ", " and "],

  nickname: ["Il tuo nickname", "Your nickname"],
  nickname_hint: [
    "Da 3 a 16 lettere, cifre, punti, trattini o trattini bassi; inizia con una lettera.",
    "3 to 16 letters, digits, dots, hyphens or underscores, beginning with a letter.",
  ],
  enter: ["Entra", "Enter"],
  sign_out: ["Esci", "Sign out"],
  no_server: ["Il Circolo non risponde. Riprova tra poco.", "The server does not answer. Try again shortly."],

  connecting: ["Mi collego…", "Connecting…"],
  lost: ["Connessione persa: riprovo…", "Connection lost: trying again…"],
  offline: ["Sei senza rete: riprovo appena torna.", "You are offline: trying again once the network is back."],
  detached: ["Questo tavolo è aperto su un altro dispositivo.", "This table is open on another device."],
  come_back: ["Continua qui", "Continue here"],

  welcome: ["Ciao, {name}", "Hello, {name}"],
  waiting_tables: ["Tavoli in attesa", "Waiting tables"],
  no_tables: [
    "Nessun tavolo aspetta giocatori. Aprine uno: gli altri lo vedranno qui.",
    "No table is waiting for players. Open one: others will see it here.",
  ],
  sit: ["Siediti", "Sit down"],
  sit_with: ["Siediti al tavolo di {name}", "Sit down at {name}'s table"],
  by_invitation: ["su invito", "by invitation"],
  opened_now: ["aperto ora", "just opened"],
  opened_ago: ["aperto da {minutes} min", "opened {minutes} min ago"],
  open_a_table: ["Apri un tavolo", "Open a table"],
  open: ["Apri il tavolo", "Open the table"],
  rulebook: ["Regolamento", "Rulebook"],
  deals: ["Smazzate", "Deals"],
  opponent: ["Avversario", "Opponent"],
  against_ai: ["Contro l'IA", "Against the AI"],
  against_person: ["Una persona", "A person"],
  invite: ["Invita (facoltativo)", "Invite (optional)"],
  invite_hint: ["Un nickname, o vuoto per tutti", "A nickname, or empty for anyone"],
  count_deals: ["{count} smazzate", "{count} deals"],

  waiting_room: ["Sala d'attesa", "Waiting room"],
  waits_for: ["Aspettiamo un avversario…", "Waiting for an opponent…"],
  free_seat: ["Posto libero", "Free seat"],
  waits_until: ["Il tavolo si chiude fra {time} se nessuno si siede.", "The table closes in {time} if nobody sits down."],
  training: ["Allenamento", "Training"],
  uno_contro_uno: ["Uno contro uno", "One against one"],
  provisional: ["tabella provvisoria", "provisional table"],
  provisional_hint: [
    "La tabella dei Victory Points di questo regolamento non è ancora verificata sul testo della federazione.",
    "The Victory Points table of this rulebook has not yet been verified against the federation's text.",
  ],
  leave: ["Lascia", "Leave"],
  leave_waiting: ["Lascia il tavolo", "Leave the table"],
  leave_title: ["Lasciare la partita?", "Leave the match?"],
  leave_warning: [
    "Lasciare una partita in corso è un abbandono: per te vale come persa, per gli altri è nulla.",
    "Leaving a match in play is an abandonment: lost for you, void for the others.",
  ],
  leave_confirm: ["Abbandona la partita", "Abandon the match"],
  back_to_lobby: ["Torna alla sala", "Back to the lobby"],
  closed_table: ["Il tavolo è stato chiuso.", "The table was closed."],

  deal_of: ["Smazzata {number} di {deals}", "Deal {number} of {deals}"],
  table_info: ["Il tavolo", "The table"],
  deck_seal: ["Impronta del mazzo", "Deck commitment"],
  deck_seal_hint: [
    "Pubblicata prima della smazzata: a smazzata finita prova che il mazzo non è stato toccato.",
    "Published before the deal: once it is over, it proves that the deck was not touched.",
  ],
  mode: ["Modalità", "Mode"],
  format: ["Formula", "Format"],
  your_turn: ["Tocca a te", "Your turn"],
  turn_of: ["È il turno di {name}", "{name} to play"],
  draw_or_take: ["Tocca a te: pesca o raccogli", "Your turn: draw or take"],
  meld_or_discard: ["Tocca a te: cala o scarta", "Your turn: meld or discard"],
  thinks: ["{name} sta giocando…", "{name} is playing…"],
  draw: ["Pesca", "Draw"],
  take: ["Raccogli", "Take"],
  meld: ["Cala", "Meld"],
  discard: ["Scarta", "Discard"],
  clear: ["Deseleziona", "Clear"],
  sort: ["Ordina", "Sort"],
  by_suit: ["Per seme", "By suit"],
  by_rank: ["Per valore", "By rank"],
  your_hand: ["Le tue carte", "Your cards"],
  stock: ["Tallone", "Stock"],
  pile: ["Scarti", "Discards"],
  pozzetti: ["Pozzetti", "Pozzetti"],
  pile_count: ["Scarti: {count}", "Discards: {count}"],
  stock_count: ["Tallone: {count} carte", "Stock: {count} cards"],
  pozzetti_count: ["Pozzetti da prendere: {count}", "Pozzetti still there: {count}"],
  cards_in_hand: ["{count} carte", "{count} cards"],
  one_card: ["1 carta", "1 card"],
  pozzetto: ["pozzetto", "pozzetto"],
  pozzetto_taken: ["pozzetto preso", "pozzetto taken"],
  pozzetto_to_take: ["pozzetto da prendere", "pozzetto not taken"],
  no_melds_ours: ["Le tue combinazioni appariranno qui", "Your melds will appear here"],
  no_melds_theirs: ["Nessuna combinazione", "No melds yet"],
  melds_of: ["Combinazioni: {name}", "Melds: {name}"],
  add_to: ["Aggiungi le carte scelte a: {cards}", "Add the selected cards to: {cards}"],
  a_meld: ["Combinazione", "Meld"],
  wild: ["matta", "wild"],

  pulito: ["pulito", "clean"],
  semipulito: ["semipulito", "semi-clean"],
  sporco: ["sporco", "dirty"],
  reale: ["reale", "royal"],
  reale_sporco: ["reale sporco", "royal dirty"],
  super: ["super", "super"],
  super_sporco: ["super sporco", "super dirty"],
  burraco: ["Burraco", "Burraco"],

  did_draw: ["pesca", "draws"],
  did_take: ["raccoglie gli scarti ({count})", "takes the discards ({count})"],
  did_meld: ["cala {cards}", "melds {cards}"],
  did_lay: ["aggiunge {cards}", "adds {cards}"],
  did_discard: ["scarta {cards}", "discards {cards}"],
  did_pozzetto: ["prende il pozzetto", "takes a pozzetto"],
  did_by_clock: ["tempo scaduto", "time ran out"],
  deal_begins: ["Smazzata {number}: si comincia", "Deal {number} begins"],

  sheet: ["Score della smazzata {number}", "Score sheet of deal {number}"],
  closed_by: ["Chiude {name}", "{name} goes out"],
  ended_stock: ["Tallone esaurito", "The stock has run out"],
  ended_stall: ["Smazzata ferma: finisce senza chiusura", "The deal stood still: it ends without going out"],
  row_cards: ["Carte calate", "Melded cards"],
  row_burraco: ["Burraco", "Burraco"],
  row_closing: ["Chiusura", "Going out"],
  row_hand: ["Carte in mano", "Cards in hand"],
  row_pozzetto: ["Pozzetto non preso", "Pozzetto not taken"],
  row_deal: ["Totale smazzata", "Deal total"],
  row_match: ["Totale partita", "Match total"],
  item_by_item: ["Voce per voce", "Item by item"],
  left_in_hand: ["Rimaste in mano", "Left in hand"],
  nothing_melded: ["Nessuna combinazione calata", "Nothing melded"],
  points: ["{points} punti", "{points} points"],
  close_sheet: ["Chiudi lo score", "Close the score sheet"],
  close_within: ["Chiudilo entro {time}", "Close it within {time}"],
  waits_sheet: ["Aspettiamo che {name} chiuda lo score…", "Waiting for {name} to close the score sheet…"],
  next_deal_in: ["La prossima smazzata inizia fra {time}", "The next deal begins in {time}"],
  see_table: ["Vedi il tavolo", "See the table"],
  see_sheet: ["Vedi lo score", "See the score sheet"],

  won: ["Hai vinto!", "You have won!"],
  won_by: ["Vince {name}", "{name} wins"],
  drawn: ["Partita pari", "A drawn match"],
  total: ["Totale", "Total"],
  deal: ["Smazzata", "Deal"],
  victory_points: ["Victory Points", "Victory Points"],
  ranking_points: ["Punti classifica", "Ranking points"],
  void_for_others: ["Partita nulla, abbandonata da {name}", "Void match, abandoned by {name}"],
  void_for_you: ["Hai abbandonato la partita", "You have abandoned the match"],
  void_hint: ["Non conta: nessun punto, nessuna classifica.", "It does not count: no points, no ranking."],
  cause_left: ["Il tavolo è stato lasciato a partita in corso.", "The table was left during the match."],
  cause_turns: ["Due turni di fila sono scaduti.", "Two turns in a row ran out of time."],
  cause_sheet: ["Lo score non è stato chiuso in tempo.", "The score sheet was not closed in time."],
  cause_alone: ["La partita non è stata ripresa per un giorno.", "The match was not taken up again for a day."],

  jolly: ["jolly", "joker"],
  of: ["{rank} di {suit}", "{rank} of {suit}"],
};

const RANKS = {
  it: ["asso", "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove", "dieci", "fante", "donna", "re"],
  en: ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"],
};
const SUITS = {
  it: { C: "fiori", D: "quadri", H: "cuori", S: "picche" },
  en: { C: "clubs", D: "diamonds", H: "hearts", S: "spades" },
};
const KEPT = "circolo.language";

let chosen = localStorage.getItem(KEPT) === "en" ? "en" : "it";
document.documentElement.lang = chosen;

/** "it" or "en". */
export function language() {
  return chosen;
}

/** Chooses the other language and keeps the choice. */
export function switchLanguage() {
  chosen = chosen === "it" ? "en" : "it";
  localStorage.setItem(KEPT, chosen);
  document.documentElement.lang = chosen;
}

/** The text of a key; `{name}` stands for `values.name`. */
export function text(key, values = {}) {
  const pair = TEXTS[key];
  if (!pair) return key;
  return pair[chosen === "it" ? 0 : 1].replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** Of a text that the server sent in both languages, the chosen one. */
export function serverText(both) {
  return both?.[chosen] ?? both?.it ?? "";
}

/** A card as it is read aloud: "asso di cuori". */
export function cardName(card) {
  if (card === "XX") return text("jolly");
  const rank = RANKS[chosen]["A23456789TJQK".indexOf(card[0])];
  return text("of", { rank, suit: SUITS[chosen][card[1]] });
}

/** Several cards as they are read aloud. */
export function cardNames(cards) {
  return cards.map(cardName).join(", ");
}

/** Milliseconds as "1:05", or "12 s" under a minute. */
export function duration(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
