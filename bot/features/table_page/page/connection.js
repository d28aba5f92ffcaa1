// The line to Kiu: comes back by itself, and sends again what was not answered, under the same id.

import { freshNumber } from "./people.js";

const WAITING = "kiu.table.waiting";
const REFUSED = 4001; // the close code after a refused hello, which is not repeated
const RETRIES = [200, 500, 1000, 2000, 4000];
const PING_EVERY = 15_000;
const PONG_WITHIN = 4_000;
const AWAKE_WITHIN = 1_200; // after sleep or another network a dead line is likely
const OPEN_WITHIN = 6_000;
const MEANT_FOR = 120_000; // what was pressed longer ago, before a reload, is not meant any more

export class Connection {
  #hello;
  #whose;
  #on;
  #socket = null;
  #tries = 0;
  #inside = false;
  #over = new AbortController();
  #waiting;

  // `hello` promises the first frame, `whose` keeps the presses of several people of a tab apart;
  // `on` has frame(frame), joined() and lost().
  constructor(hello, whose, on) {
    this.#hello = hello;
    this.#whose = whose;
    this.#on = on;
    this.#waiting = new Map(this.#stored().map((each) => [each.frame.id, each]));
    const { signal } = this.#over;
    for (const change of ["online", "offline", "pageshow"]) addEventListener(change, this.#wake, { signal });
    document.addEventListener("visibilitychange", this.#wake, { signal });
    this.#pinging = setInterval(() => this.#ping(PONG_WITHIN), PING_EVERY);
    this.#connect();
  }

  // Send what was pressed; it waits here until Kiu has answered it.
  press(text, turn, menu) {
    const frame = { type: "press", id: freshNumber(), text, turn, menu };
    this.#waiting.set(frame.id, { frame, at: Date.now() });
    this.#store();
    this.#send(frame);
    return frame.id;
  }

  // What is only worth something at once.
  say(frame) {
    this.#send(frame);
  }

  close() {
    this.#over.abort();
    clearTimeout(this.#timer);
    clearInterval(this.#pinging);
    this.#drop();
  }

  #timer;
  #deaf;
  #pinging;
  #heard = 0;
  #preparing = null;
  #known = false;

  async #connect() {
    clearTimeout(this.#timer);
    this.#drop();
    const hello = await this.#prepared();
    if (!hello) return;
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/table/socket`);
    this.#socket = socket;
    this.#deaf = setTimeout(() => this.#lost(), OPEN_WITHIN);
    socket.addEventListener("open", () => this.#socket === socket && socket.send(JSON.stringify(hello)));
    socket.addEventListener("message", ({ data }) => this.#socket === socket && this.#take(JSON.parse(data)));
    socket.addEventListener("close", ({ code }) => this.#socket === socket && this.#lost(code));
  }

  // A chat may have to ask the person first, or prove anew who they are; null if this is given up.
  async #prepared() {
    const attempt = (this.#preparing = {});
    const hello = await this.#hello().catch(() => null);
    if (this.#preparing !== attempt) return null;
    this.#preparing = null;
    if (!hello && this.#known) this.#lost();
    else if (!hello) this.#on.frame({ type: "refused", id: "", reason: "not-let-in" });
    return hello;
  }

  #take(frame) {
    clearTimeout(this.#deaf);
    this.#heard = Date.now();
    if (frame.type === "pong") return;
    if (!this.#inside && (frame.type === "scene" || frame.type === "none")) {
      this.#inside = this.#known = true;
      this.#tries = 0;
      this.#on.joined();
      for (const each of this.#waiting.values()) this.#send(each.frame);
    }
    if (frame.id && (frame.type === "reply" || frame.type === "refused")) {
      this.#waiting.delete(frame.id);
      this.#store();
    }
    this.#on.frame(frame);
  }

  #send(frame) {
    if (this.#inside && this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }

  #ping(within) {
    if (!this.#inside) return;
    this.#send({ type: "ping" });
    clearTimeout(this.#deaf);
    this.#deaf = setTimeout(() => this.#lost(), within);
  }

  // The page is looked at again, or the network has changed.
  #wake = ({ type }) => {
    if (document.hidden) return;
    const silent = Date.now() - this.#heard > PING_EVERY + PONG_WITHIN;
    if (this.#inside && !silent && type !== "online") this.#ping(AWAKE_WITHIN);
    else if (this.#inside || !(this.#socket || this.#preparing)) this.#connect();
  };

  #lost(code) {
    this.#drop();
    if (code === REFUSED) return;
    const wait = RETRIES[Math.min(this.#tries, RETRIES.length - 1)];
    this.#tries += 1;
    this.#on.lost();
    this.#timer = setTimeout(() => this.#connect(), wait * (0.8 + 0.4 * Math.random()));
  }

  // A dead line takes long to close, so nothing waits for it.
  #drop() {
    clearTimeout(this.#deaf);
    const socket = this.#socket;
    this.#socket = this.#preparing = null;
    this.#inside = false;
    socket?.close();
  }

  #stored() {
    try {
      const kept = JSON.parse(sessionStorage.getItem(WAITING) ?? "{}")[this.#whose] ?? [];
      return kept.filter((each) => Date.now() - each.at < MEANT_FOR);
    } catch {
      return [];
    }
  }

  #store() {
    try {
      sessionStorage.setItem(WAITING, JSON.stringify({ [this.#whose]: [...this.#waiting.values()] }));
    } catch {
      // In a frame a browser may store nothing; it is sent again unless the page is loaded anew.
    }
  }
}
