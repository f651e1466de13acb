// The room of one table: it shows what its phase asks for, and what is common to all phases.

import { button, element, openDialog } from "./dom.js";
import { Felt } from "./felt.js";
import { MatchEnd } from "./match_end.js";
import { Score, signed } from "./sheet.js";
import { Seat } from "./seat.js";
import { Story } from "./story.js";
import { session } from "./session.js";
import { sidesFromHere, totals } from "./people.js";
import { settingsList } from "./settings_list.js";
import { serverText, text } from "./texts.js";
import { toast } from "./toast.js";
import { WaitingRoom } from "./waiting_room.js";

const SHOWN_BY = { waiting: "waiting", closed: "closed", playing: "felt", sheet: "felt", ended: "felt", void: "felt" };

export class TableRoom {
  name = "table";
  #app;
  #seat;
  story = new Story();
  #main = element("main", { class: "table-main" });
  #shown = null;
  #panel = null;
  #kind = null;
  #dialog = null;

  constructor(app, table) {
    this.#app = app;
    this.#seat = new Seat(table, {
      changed: (events) => this.#changed(events),
      connection: (state) => this.#app.connection(state),
      refused: (refusal) => toast(serverText(refusal.text)),
      detached: () => this.#takenOver(),
      gone: () => this.#toLobby(),
    });
  }

  get mirror() {
    return this.#seat.mirror;
  }

  close() {
    this.#dialog?.close();
    this.#seat.close();
  }

  heading() {
    const view = this.mirror.view;
    const heading = element("span", { class: "heading-room" });
    if (!view?.deal) return heading;
    const points = totals(view);
    const [own, other] = sidesFromHere(view);
    heading.append(
      element("span", { class: "heading-deal" }, text("deal_of", { number: view.deal.number, deals: view.settings.deals })),
      element("span", { class: "heading-score", "aria-label": text("total") }, `${signed(points[own])} : ${signed(points[other])}`),
    );
    return heading;
  }

  actions() {
    const info = element("button", { type: "button", class: "icon-button", "aria-label": text("table_info"), on: { click: () => this.#info() } }, "i");
    return [info, button(text("leave"), () => this.leave(), { class: "quiet" })];
  }

  render() {
    this.#kind = null;
    this.#main.replaceChildren();
    if (this.mirror.view) this.#show([]);
    return this.#main;
  }

  play(message) {
    return this.#seat.play(message);
  }

  get busy() {
    return this.#seat.busy;
  }

  closeSheet() {
    return this.#seat.command({ type: "close_sheet", deal: this.mirror.view.deal.number });
  }

  /** Leaves: at once where it costs nothing, else after a warning. */
  leave() {
    const phase = this.mirror.view?.phase;
    if (phase === "playing" || phase === "sheet") this.#warn();
    else if (phase === "waiting") this.#leaveSeat();
    else this.#toLobby();
  }

  async #leaveSeat() {
    const waits = this.mirror.view.phase === "waiting";
    if ((await this.#seat.command({ type: "leave" })) && waits) this.#toLobby();
  }

  #toLobby() {
    session.table = null;
    this.#app.toLobby();
  }

  #changed(events) {
    for (const event of events) this.story.tell(event, this.mirror);
    this.#app.renderHeading();
    this.#show(events);
  }

  #show(events) {
    const { view } = this.mirror;
    const kind = SHOWN_BY[view.phase];
    if (kind !== this.#kind) {
      this.#kind = kind;
      this.#panel = null;
      this.#shown = this.#made(kind);
      this.#main.replaceChildren(this.#shown.node);
    }
    this.#shown.update(events);
    if (kind === "felt") this.#showPanel();
  }

  #made(kind) {
    if (kind === "felt") return new Felt(this);
    return new WaitingRoom(this, kind === "closed");
  }

  /** Over the table: the score sheet between deals, the result at the end. */
  #showPanel() {
    const { view } = this.mirror;
    const key = view.phase === "playing" ? null : `${view.phase} ${view.deal.number}`;
    if (this.#panel?.key !== key) {
      this.#panel?.panel.node.remove();
      this.#dialog?.close();
      this.#panel = null;
      if (key !== null) {
        const panel = view.phase === "sheet" ? new Score(this) : new MatchEnd(this);
        this.#panel = { key, panel };
        this.#main.append(panel.node);
        panel.node.focus();
      }
    }
    this.#panel?.panel.update();
  }

  #warn() {
    const dialog = openDialog(
      text("leave_title"),
      text("cancel"),
      element("p", {}, text("leave_warning")),
      element(
        "div",
        { class: "dialog-actions" },
        button(text("cancel"), () => dialog.close()),
        button(text("leave_confirm"), () => (dialog.close(), this.#leaveSeat()), { class: "button danger" }),
      ),
    );
    this.#dialog = dialog;
  }

  #info() {
    const { view } = this.mirror;
    if (!view) return;
    const seal = view.deal
      ? [element("dt", {}, text("deck_seal")), element("dd", {}, element("code", {}, view.deal.commitment), element("small", {}, text("deck_seal_hint")))]
      : [];
    this.#dialog = openDialog(text("table_info"), text("close"), settingsList(this.mirror, seal));
  }

  #takenOver() {
    this.#dialog?.close();
    const again = button(text("come_back"), () => (notice.remove(), this.#seat.attach()), { class: "button primary" });
    const notice = element("div", { class: "overlay" }, element("section", { class: "panel" }, element("p", {}, text("detached")), again));
    this.#main.append(notice);
    again.focus();
  }
}
