// Messages as they look. Whatever people or games write is text and is only ever set as text.

import { avatar } from "./avatars.js";
import { cardList, cardsToTap, cardTable } from "./card_table.js";
import { withClock } from "./countdown.js";
import { button, buttonRow, make } from "./elements.js";
import { translate, size } from "./words.js";

const LOCK = "🔒 "; // drawn, since not every machine has a letter for it

// A file to be saved, and the way to the page that checks it where there is one; that page finds it in its address.
function fileLine(file) {
  const line = make("p", "file");
  const link = make("a", "save", file.name);
  link.href = file.src;
  link.download = file.name;
  link.append(make("span", "muted", ` · ${size(file.bytes)}`));
  line.append(link);
  if (/\.(?:html|json)$/.test(file.name)) {
    const check = make("a", "checker", translate("check"));
    Object.assign(check, { href: checkerOf(file), target: "_blank", rel: "noopener" });
    line.append(check);
  }
  return line;
}

function checkerOf(file) {
  return `/verify#${file.name},${file.src.slice(file.src.indexOf(",") + 1)}`;
}

// The small print; what is folded behind it is for those who look, and nobody is read its letters.
function smallPrint({ footer, fold }) {
  if (!fold) return make("p", "footer", footer);
  const print = make("details", "footer");
  const summary = make("summary");
  const sign = make("span", "sign", fold.sign.replace(LOCK, ""));
  sign.setAttribute("aria-hidden", "true");
  if (fold.sign.startsWith(LOCK)) sign.prepend(document.querySelector("svg.lock").cloneNode(true), " ");
  summary.append(sign, make("span", "unseen", translate("sealed")), footer ? ` · ${footer}` : "");
  print.append(summary, ...fold.lines.map((line) => make("p", "", line)));
  return print;
}

function linesOf(message) {
  const shown = message.lines.map((line) => {
    const made = make("p", line.trim() ? "" : "gap");
    made.classList.toggle("item", line.startsWith("• "));
    made.append(...withClock(line, message.countdown, make));
    return made;
  });
  const lines = make("div", "lines");
  lines.append(...shown);
  return lines;
}

// The measures are known before the picture is there, so that nothing moves when it comes.
function pictureOf({ alt, src, width, height }) {
  const picture = make("img", "picture");
  Object.assign(picture, { alt, width, height });
  if (src) picture.src = src;
  return picture;
}

// The inside of a message: title, picture, lines, file, small print, buttons.
export function messageBody(message, press) {
  const body = make("div", "message");
  const slight = !message.title && !message.lines.length && !message.picture && !message.buttons.length;
  body.classList.toggle("slight", slight);
  if (message.title) body.append(make("h2", "title", message.title));
  const cards = cardsToTap(message);
  if (cards.length) body.append(cardTable(pictureOf(message.picture), cards, press));
  else if (message.picture) body.append(pictureOf(message.picture));
  if (message.lines.length) body.append(linesOf(message));
  if (message.file) body.append(fileLine(message.file));
  if (message.footer || message.fold) body.append(smallPrint(message));
  if (message.select) {
    body.append(make("p", "pick", message.select.prompt));
    const list = make("div", "buttons options");
    for (const spec of message.select.options) list.append(button(spec, press));
    body.append(list);
  }
  const inPicture = new Set(cards.map(({ spec }) => spec));
  const rest = message.buttons.map((row) => row.filter((spec) => !inPicture.has(spec))).filter((row) => row.length);
  body.append(...rest.map((row) => buttonRow(row, press)));
  if (cards.length) body.append(cardList(message.buttons.flat().filter((spec) => inPicture.has(spec)), press));
  return body;
}

function clock(seconds) {
  const at = make("time", "clock");
  const date = new Date(seconds * 1000);
  at.dateTime = date.toISOString();
  at.textContent = date.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
  return at;
}

// What is asked of others alone has no buttons for this person; a seat at a table that plays is offered in the pane.
function forReader(message, mine) {
  const open = mine || !message.asked.length;
  const rows = message.buttons.map((row) => {
    const seat = freeSeat([row]);
    return row.filter((spec) => spec !== seat && (open || !spec.turn.split(":")[1]));
  });
  return { ...message, buttons: rows.filter((row) => row.length) };
}

// The button that seats a newcomer at a table that plays; it stands beside the menu.
export function freeSeat(rows) {
  const row = rows.find((each) => each.some(({ command }) => command === "menu"));
  return row?.find(({ command }) => command === "join");
}

// A post of the stream: a card of Kiu's, or a line that somebody said.
export function post(shown, me, press) {
  const item = make("li", `post ${shown.kind}`);
  item.dataset.number = shown.number;
  const card = shown.kind === "card";
  const name = card ? "Kiu" : shown.name;
  const own = !card && shown.player === me.id;
  item.dataset.by = card ? "kiu" : shown.player;
  if (own) item.classList.add("own");
  const head = make("p", "by");
  head.append(make("strong", "", name), clock(shown.at));
  const inside = make("div", "inside");
  inside.append(head);
  if (card) {
    const mine = shown.message.asked.includes(me.id);
    if (mine) {
      item.classList.add("mine");
      inside.append(make("p", "turn", translate("your-turn")));
    }
    inside.append(messageBody(forReader(shown.message, mine), press));
  } else {
    const bubble = make("p", "bubble", shown.text);
    bubble.dir = "auto";
    inside.append(bubble);
  }
  item.append(avatar(item.dataset.by, name), inside);
  return item;
}
