// The page inside Discord. Its SDK would add 45 kB for the one command that is needed, so the few messages are spoken here
// as in Discord.mjs of @discord/embedded-app-sdk 2.5.0.

const HANDSHAKE = 0;
const FRAME = 1;
const CLOSE = 2;
const VERSION = "2.5.0";
const OLD_PHONES = 250; // the first version of the apps for phones that takes the SDK's version
const ANSWER_WITHIN = 10_000;

const hosts = ["discord.com", "ptb.discord.com", "canary.discord.com", "discordapp.com", "ptb.discordapp.com", "canary.discordapp.com"];

function isDiscords(address) {
  const { protocol, host } = new URL(address);
  return protocol === "https:" && hosts.includes(host);
}

const asked = new URLSearchParams(location.search);
// Discord serves the page under the number of the application.
const application = location.hostname.split(".")[0];

export const inDiscord = asked.has("frame_id");

class Line {
  // Where the page has a window of its own, Discord's is the one that opened it.
  #discord = window.parent.opener ?? window.parent;
  #waiting = new Map();
  #sent = 0;

  constructor() {
    addEventListener("message", this.#receive);
    this.ready = this.#answer("READY", ANSWER_WITHIN);
    const phone = Number.parseInt(asked.get("mobile_app_version") ?? "", 10);
    const told = asked.get("platform") === "desktop" || phone >= OLD_PHONES ? { sdk_version: VERSION } : {};
    this.#post(HANDSHAKE, { v: 1, encoding: "json", client_id: application, frame_id: asked.get("frame_id"), ...told });
  }

  ask(cmd, args, within) {
    const nonce = `kiu-${(this.#sent += 1)}`;
    this.#post(FRAME, { cmd, args, nonce });
    return this.#answer(nonce, within);
  }

  #post(kind, content) {
    const around = document.referrer;
    this.#discord.postMessage([kind, content], around && isDiscords(around) ? new URL(around).origin : "*");
  }

  #answer(name, within) {
    return new Promise((resolve, reject) => {
      this.#waiting.set(name, { resolve, reject });
      if (within) setTimeout(() => this.#settle(name, new Error("Discord does not answer")), within);
    });
  }

  #settle(name, error, data) {
    const waiting = this.#waiting.get(name);
    this.#waiting.delete(name);
    if (error) waiting?.reject(error);
    else waiting?.resolve(data);
  }

  #receive = ({ origin, data }) => {
    // The apps for phones speak in the name of the page itself, or of nobody.
    const trusted = origin === "null" || origin === location.origin || (origin && isDiscords(origin));
    if (!Array.isArray(data) || !trusted) return;
    const [kind, content] = data;
    if (kind === CLOSE) for (const name of [...this.#waiting.keys()]) this.#settle(name, new Error(content?.message));
    if (kind !== FRAME) return;
    const { cmd, evt, nonce, data: told } = content;
    if (cmd === "DISPATCH") this.#settle(evt);
    else this.#settle(nonce, evt === "ERROR" ? new Error(told?.message) : null, told);
  };
}

let line = null;
let agreed = false;

// Returns what the hello of each new connection says, with a new code, since each is taken once. Discord asks the person
// only the first time. Rejects if they refuse, or Discord does not answer.
export async function discordHello() {
  line ??= new Line();
  try {
    await line.ready;
  } catch (error) {
    line = null;
    throw error;
  }
  const wanted = { response_type: "code", state: "", prompt: "none", scope: ["identify"] };
  const { code } = await line.ask("AUTHORIZE", { client_id: application, ...wanted }, agreed ? ANSWER_WITHIN : 0);
  agreed = true;
  return { discord: code, instance: asked.get("instance_id") ?? "", guild: asked.get("guild_id") ?? "", channel: asked.get("channel_id") ?? "" };
}

export class Discord {
  name = "discord";
  embedded = true;
  language = "";
  haptics = null; // the browser's own will do
  whose = "discord";
  hello = discordHello;

  constructor({ table }) {
    this.table = table;
  }

  ready() {}

  offerBack() {}

  leave() {}
}
