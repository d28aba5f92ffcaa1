// The line to the room: comes back by itself, and sends again what was not answered, under the same number.

import { canPledge } from "./chance.js";
import { freshNumber, password } from "./people.js";

const WAITING = "kiu.waiting";
const REFUSED = 4001;
const SLOWEST_RETRY = 8000;
const PICTURES_KEPT = 16; // the room keeps the hashes of as many

export class Line {
  constructor(person, channel, on) {
    this.person = person;
    this.channel = channel;
    this.on = on;
    this.tries = 0;
    this.inside = false;
    this.closed = false;
    this.waiting = new Map(this.#stored().map((frame) => [frame.id, frame]));
    this.retryNow = () => this.#retryNow();
    addEventListener("online", this.retryNow);
    document.addEventListener("visibilitychange", this.retryNow);
    this.#connect();
  }

  // Send what a person typed or pressed; it waits here until the room has answered it.
  send(frame) {
    const numbered = { ...frame, id: freshNumber() };
    this.waiting.set(numbered.id, numbered);
    this.#store();
    if (this.inside) this.socket.send(JSON.stringify(numbered));
    return numbered.id;
  }

  // Send what the room has asked for just now, and asks for again if it is lost.
  answer(frame) {
    if (this.inside) this.socket.send(JSON.stringify(frame));
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.retryNow);
    document.removeEventListener("visibilitychange", this.retryNow);
    this.socket?.close();
  }

  #connect() {
    clearTimeout(this.timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws`);
    this.socket = socket;
    this.pictures = new Map(); // by hash, in the order in which they came
    socket.addEventListener("open", () => {
      const { token, name } = this.person;
      socket.send(JSON.stringify({
        type: "hello", token, name, channel: this.channel, password: password(), language: navigator.language,
        pledges: canPledge,
      }));
    });
    socket.addEventListener("message", (event) => this.socket === socket && this.#take(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => this.socket === socket && this.#lost(event.code));
  }

  #take(frame) {
    const { picture } = frame.message ?? {};
    if (picture?.hash) this.#keep(picture);
    if (frame.type === "room") {
      this.inside = true;
      this.tries = 0;
      this.on.frame(frame);
      for (const each of this.waiting.values()) this.socket.send(JSON.stringify(each));
      return;
    }
    if (frame.id && ["reply", "refused", "said"].includes(frame.type)) {
      this.waiting.delete(frame.id);
      this.#store();
    }
    this.on.frame(frame);
  }

  // A private picture comes once; from then on its hash stands for it.
  #keep(picture) {
    picture.src ??= this.pictures.get(picture.hash);
    if (this.pictures.has(picture.hash)) return;
    this.pictures.set(picture.hash, picture.src);
    if (this.pictures.size > PICTURES_KEPT) this.pictures.delete(this.pictures.keys().next().value);
  }

  #lost(code) {
    this.inside = false;
    if (this.closed || code === REFUSED) return;
    this.tries += 1;
    this.on.lost(this.tries);
    const wait = Math.min(SLOWEST_RETRY, 250 * 2 ** Math.min(this.tries, 6)) * (0.7 + 0.6 * Math.random());
    this.timer = setTimeout(() => this.#connect(), wait);
  }

  #retryNow() {
    if (!this.closed && this.socket?.readyState === WebSocket.CLOSED && this.tries && !document.hidden) this.#connect();
  }

  #stored() {
    try {
      return JSON.parse(sessionStorage.getItem(WAITING) ?? "{}")[this.person.token] ?? [];
    } catch {
      return [];
    }
  }

  #store() {
    sessionStorage.setItem(WAITING, JSON.stringify({ [this.person.token]: [...this.waiting.values()] }));
  }
}
