/**
 * The quiet offer to be told outside the page (notices/api.py). Nothing is shown where the browser cannot do it, as in
 * most chat apps; permission is asked for on the reader's own tap alone.
 */

const section = document.getElementById("push");
const able = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** base64url to bytes: older browsers take no text as a key. */
function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

class Offer {
  constructor() {
    this.boxes = [...section.querySelectorAll("input[name=topic]")];
    this.button = document.getElementById("push-switch");
    this.state = document.getElementById("push-state");
    this.on = false;
    this.work = Promise.resolve();
    this.button.addEventListener("click", () => this.turn(!this.on));
    for (const box of this.boxes) box.addEventListener("change", () => this.changed());
  }

  /** Show how it stands: what this browser has, and what the site knows of it. */
  async open() {
    const subscription = await this.subscription();
    const known = subscription ? await this.known(subscription.endpoint) : null;
    if (known) for (const box of this.boxes) box.checked = known.topics.includes(box.value);
    this.show(Boolean(known), Notification.permission === "denied" ? "denied" : undefined);
    section.hidden = false;
  }

  async subscription() {
    const registration = await navigator.serviceWorker.getRegistration("/");
    return registration ? registration.pushManager.getSubscription() : null;
  }

  async known(endpoint) {
    const answer = await this.call("GET");
    return (await answer.json()).find((own) => own.endpoint === endpoint) || null;
  }

  show(on, words = on ? "on" : "off") {
    this.on = on;
    this.button.textContent = on ? this.button.dataset.off : this.button.dataset.on;
    this.button.setAttribute("aria-pressed", String(on));
    this.state.textContent = this.state.dataset[words];
  }

  /** One step after another: boxes may be ticked faster than the far end answers. */
  turn(on) {
    this.work = this.work.then(() => this.step(on));
    return this.work;
  }

  async step(on) {
    this.button.disabled = true;
    try {
      await (on ? this.subscribe() : this.unsubscribe());
    } catch {
      this.show(this.on, Notification.permission === "denied" ? "denied" : "failed");
    } finally {
      this.allow();
    }
  }

  /** With no box ticked there is nothing to ask for. */
  allow() {
    this.button.disabled = !this.on && this.topics().length === 0;
  }

  async subscribe() {
    if (await Notification.requestPermission() !== "granted") {
      this.show(false, Notification.permission === "denied" ? "denied" : "off");
      return;
    }
    const { pushManager } = await navigator.serviceWorker.ready;
    const options = { userVisibleOnly: true, applicationServerKey: bytes(section.dataset.key) };
    // One made for another key of the site does not work any more.
    const old = await pushManager.getSubscription();
    const again = () => old.unsubscribe().then(() => pushManager.subscribe(options));
    const { endpoint, keys } = (await pushManager.subscribe(options).catch(again)).toJSON();
    await this.call("POST", { endpoint, keys, topics: this.topics() });
    this.show(true);
  }

  async unsubscribe() {
    const subscription = await this.subscription();
    if (subscription) {
      await this.call("DELETE", { endpoint: subscription.endpoint });
      await subscription.unsubscribe();
    }
    this.show(false);
  }

  topics() {
    return this.boxes.filter((box) => box.checked).map((box) => box.value);
  }

  /** While on, a changed box is kept at once; with the last one gone there is nothing left to tell. */
  changed() {
    if (this.on) this.turn(this.topics().length > 0);
    else this.allow();
  }

  async call(method, body) {
    const headers = { "X-CSRFToken": section.dataset.token, "Content-Type": "application/json" };
    const answer = await fetch(section.dataset.url, { method, headers, body: body && JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method}: ${answer.status}`);
    return answer;
  }
}

if (section && able) new Offer().open().catch(() => null);
