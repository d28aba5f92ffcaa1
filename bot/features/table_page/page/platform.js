// What the page is in: Kiu's room in a browser, Telegram, or Discord. Telegram's own script is not loaded; its few events are
// spoken here, as https://core.telegram.org/bots/webapps and its methods name them.

import { Discord, inDiscord } from "./discord_identity.js";

const NIGHT = "#071612";

// The table that is meant by an address and what a chat has added to it: /table#TABLE, /table?t=TABLE, and Telegram's
// fragment, alone or behind a question mark.
export function launched(search, hash) {
  const fragment = hash.replace(/^#/, "");
  const [path, added = ""] = fragment.includes("=") && !fragment.includes("?") ? ["", fragment] : fragment.split("?");
  const given = new URLSearchParams(added);
  const asked = new URLSearchParams(search);
  const data = new URLSearchParams(given.get("tgWebAppData") ?? "");
  const start = data.get("start_param") ?? given.get("tgWebAppStartParam") ?? asked.get("tgWebAppStartParam");
  return { table: path || asked.get("t") || start || "", telegram: given.get("tgWebAppData") ?? "", data };
}

function telegramUser(data) {
  try {
    return JSON.parse(data.get("user") ?? "{}") ?? {};
  } catch {
    return {};
  }
}

class Telegram {
  name = "telegram";
  embedded = false;
  haptics = {
    impactOccurred: (style) => this.#post("web_app_trigger_haptic_feedback", { type: "impact", impact_style: style }),
    notificationOccurred: (kind) => this.#post("web_app_trigger_haptic_feedback", { type: "notification", notification_type: kind }),
  };
  #back = () => {};

  constructor({ table, telegram, data }) {
    const user = telegramUser(data);
    this.table = table;
    this.language = user.language_code ?? "";
    this.whose = `telegram:${user.id ?? ""}`;
    this.hello = { telegram };
    const receive = (type, event) => this.#receive(type, typeof event === "string" ? JSON.parse(event || "{}") : event ?? {});
    // The three names by which the apps call.
    window.Telegram = { WebView: { receiveEvent: receive } };
    window.TelegramGameProxy = { receiveEvent: receive };
    window.TelegramGameProxy_receiveEvent = receive;
    addEventListener("message", ({ source, data: sent }) => {
      if (source !== window.parent || typeof sent !== "string" || !sent.startsWith("{")) return;
      const { eventType, eventData } = JSON.parse(sent);
      if (eventType) receive(eventType, eventData);
    });
  }

  // Called when the first picture is there.
  ready() {
    if (window.parent !== window) this.#post("iframe_ready", { reload_supported: true });
    this.#post("web_app_ready");
    this.#post("web_app_expand");
    // A card that is dragged down would close the app.
    this.#post("web_app_setup_swipe_behavior", { allow_vertical_swipe: false });
    for (const part of ["header", "background", "bottom_bar"]) this.#post(`web_app_set_${part}_color`, { color: NIGHT });
    this.#post("web_app_request_safe_area");
    this.#post("web_app_request_content_safe_area");
  }

  // Telegram's own button, for as long as there is something to go back from.
  offerBack(offered, back) {
    this.#back = back;
    this.#post("web_app_setup_back_button", { is_visible: offered });
  }

  leave() {
    this.#post("web_app_close");
  }

  #post(type, event = {}) {
    const app = window.TelegramWebviewProxy;
    if (app) app.postEvent(type, JSON.stringify(event));
    // Any web client of Telegram may be around this page, and nothing of this is secret.
    else if (window.parent !== window) window.parent.postMessage(JSON.stringify({ eventType: type, eventData: event }), "*");
  }

  #receive(type, event) {
    const { style } = document.documentElement;
    if (type === "back_button_pressed") this.#back();
    if (type === "reload_iframe") location.reload();
    if (type === "viewport_changed") style.setProperty("--page-height", event.is_expanded || !event.height ? "100dvh" : `${event.height}px`);
    const inset = { safe_area_changed: "safe", content_safe_area_changed: "content" }[type];
    // Only above does Telegram lay something over the page; the rest is known to the browser.
    if (inset) style.setProperty(`--${inset}-top`, `${event.top ?? 0}px`);
  }
}

class Room {
  name = "room";
  // The room may show this page beside its chat, which leads back by itself.
  embedded = window.top !== window;
  language = navigator.language;
  haptics = null; // the browser's own will do

  constructor({ table }) {
    this.table = table;
    addEventListener("hashchange", () => location.reload()); // another table
  }

  ready() {}

  offerBack() {}

  leave() {
    location.assign("/");
  }
}

// A guest by link. The code in the address is dropped from it at once; what is left says that this is a guest's page.
class Guest extends Room {
  name = "guest";
  embedded = true; // there is no chat to go back to

  constructor(mark, code) {
    super({ table: "" });
    this.mark = mark;
    // Kept for this tab until somebody has typed a name.
    this.code = code || (sessionStorage.getItem(mark) ?? "");
    sessionStorage.setItem(mark, this.code);
    if (code) history.replaceState(history.state, "", `#guest=${mark}`);
  }
}

const [, mark, code = ""] = location.hash.match(/^#guest=(\w+)(?:\.(\w+))?$/) ?? [];
const launch = launched(location.search, location.hash);

export const platform = inDiscord ? new Discord(launch) : launch.telegram ? new Telegram(launch) : mark ? new Guest(mark, code) : new Room(launch);
