// Going back from the table (the button, a swipe from the edge) asks first while the reader's seat is still played.
import { byId } from "./dom.js";

/** Where going back leads nowhere, the page leaves by its own link after this long. */
const NOWHERE_MS = 400;

export class Leaving {
  /** `mustAsk()` says whether leaving now would leave a seat behind; `exit` is the room's address. */
  constructor({ mustAsk, exit }) {
    Object.assign(this, { mustAsk, exit });
    this.dialog = byId("leave");
    this.armed = false;
    window.addEventListener("popstate", () => this.wentBack());
    byId("leave-stay").addEventListener("click", () => this.dialog.close());
    byId("leave-go").addEventListener("click", () => this.go());
    this.dialog.addEventListener("keydown", (event) => event.stopPropagation()); // the table's keys rest meanwhile
    this.dialog.addEventListener("close", () => this.guard());
  }

  /** One entry more for this page, so that going back stays on it. */
  guard() {
    this.armed = true;
    if (history.state !== "table") history.pushState("table", "");
  }

  wentBack() {
    if (!this.armed || history.state === "table" || this.dialog.open) return;
    if (this.mustAsk()) this.dialog.showModal();
    else this.go();
  }

  go() {
    history.back();
    setTimeout(() => location.assign(this.exit), NOWHERE_MS);
  }
}
