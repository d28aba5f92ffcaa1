// The room as one tab sees it: the stream for everybody, the pane for its person alone.

import { announce } from "./announcing.js";
import { avatar } from "./avatars.js";
import { chosenCard, chooseCard } from "./card_table.js";
import { freeSeat, messageBody, post } from "./cards.js";
import { pledge, reveal } from "./chance.js";
import { Composer } from "./composer.js";
import { setClock } from "./countdown.js";
import { askAmount, askChoice, askWho } from "./dialogs.js";
import { make } from "./elements.js";
import { enlargeable } from "./enlarging.js";
import { keepFocus, keepOpen } from "./focus.js";
import { Following } from "./following.js";
import { choose, chosen, forget, known, remember } from "./people.js";
import "./pressing.js";
import { Line } from "./socket.js";
import { translate } from "./words.js";

const ANSWERS_KEPT = 30;
const POSTS_KEPT = 300;
const FACES_SHOWN = 5;
const HELD_LINES = 3;
const ABOVE_ANSWER = 24;

const find = (id) => document.getElementById(id);
const stream = find("stream");
const posts = find("posts");
const answers = find("answers");
const phone = matchMedia("(max-width: 720px)");

let me = { id: "", name: "" };
let line = null;
let welcome = null;
let drawsTables = false;
const pressed = new Map();
const tablesHere = new Set(); // the tables whose cards stand in this channel
const told = new WeakMap(); // what each post of the stream says
const panes = new Map(); // what each table shows this person alone, as it was last told: {message, section}
const following = new Following(stream, posts, showJump);
const composer = new Composer((text) => sendLine(text));

// ---- sending

function sendLine(text) {
  const id = line.send({ type: "say", text });
  if (text.startsWith("/")) echo(text, id);
  else following.showEnd();
}

// The turn of the question that stands over everything; it is taken away with its turn.
let asking = "";

async function asked(turn, question) {
  asking = turn;
  const answer = await question;
  asking = "";
  return answer;
}

function dropQuestion({ pane, buttons }) {
  const over = asking.startsWith(`${pane}:`) && asking !== `${pane}:` && !buttons.flat().some(({ turn }) => turn === asking);
  if (over) for (const each of ["amount", "choice"]) find(each).close("");
}

async function press(spec, button) {
  let text = spec.command;
  if (spec.ask && showCards(spec)) return;
  if (spec.ask && "least" in spec.ask) {
    const amount = await asked(spec.turn, askAmount(spec.ask, spec.turn.split(":")[1] ? heldLines(spec) : []));
    if (amount === null) return;
    text = `${text} ${amount}`;
  } else if (spec.ask) {
    const choices = choicesOf(spec);
    const chosen = choices.length ? await asked(spec.turn, askChoice(spec.ask, choices)) : spec;
    if (chosen === null) return;
    text = chosen.command;
  }
  const id = line.send({ type: "press", text, turn: spec.turn, menu: spec.menu === true });
  button.setAttribute("aria-disabled", "true");
  button.setAttribute("aria-busy", "true");
  pressed.set(id, button);
}

// Nothing is done yet: ask whether it is meant, in the room's own words.
async function confirm({ lines, buttons }) {
  const [[sure]] = buttons;
  const chosen = await asked(sure.turn, askChoice({ prompt: lines.join(" ") }, [sure], translate("back")));
  if (chosen) line.send({ type: "press", text: chosen.command, turn: chosen.turn, menu: false });
}

// What this person holds at the table of a button, without what is asked of them.
function heldLines({ turn }) {
  return panes.get(turn.split(":")[0])?.message.lines.slice(0, HELD_LINES) ?? [];
}

// What the private side offers for a question; nothing if it is not this person's to answer, and the room says so.
function choicesOf({ command, turn }) {
  const offered = [...panes.values()].flatMap(({ message }) => message.buttons.flat());
  return offered.filter((each) => each.turn === turn && each.command.startsWith(`${command} `));
}

// Cards that can be chosen in the private picture are shown there, and nothing is asked besides.
function showCards({ turn }) {
  const card = find("hand").querySelector(`.card-button[data-turn="${CSS.escape(turn)}"]:not([hidden])`);
  if (!card) return false;
  if (phone.matches) openSheet(true);
  card.scrollIntoView({ block: "nearest" });
  card.focus();
  return true;
}

function release(id) {
  const button = pressed.get(id) ?? null;
  if (button) {
    button.removeAttribute("aria-disabled");
    button.removeAttribute("aria-busy");
    pressed.delete(id);
  }
  answers.querySelector(`[data-id="${CSS.escape(id)}"]`)?.classList.remove("waiting");
  return button;
}

// ---- the pane that only its person sees

function addAnswer(item) {
  answers.append(item);
  while (answers.children.length > ANSWERS_KEPT) answers.firstChild.remove();
  scrollToAnswer(item);
}

// As far down as possible, but never past the beginning of an answer, nor with that behind the hand.
function scrollToAnswer(item) {
  const body = find("private-body");
  const pinned = phone.matches ? 0 : find("hand").offsetHeight;
  body.scrollTop += item.getBoundingClientRect().top - body.getBoundingClientRect().top - pinned - ABOVE_ANSWER;
}

function echo(text, id) {
  const item = make("li", "echo waiting");
  item.dataset.id = id;
  item.append(make("p", "bubble", text));
  addAnswer(item);
}

// What a table shows this person takes the place of what it showed before; a message without content clears it.
function setPane(message) {
  dropQuestion(message);
  dropRefusals();
  const before = panes.get(message.pane);
  if (isEmpty(message)) {
    panes.delete(message.pane);
    before?.section.remove();
    showPanes();
    if (!panes.size) showNewest({ title: "", lines: [] });
    return;
  }
  const section = before?.section ?? find("hand").appendChild(make("div", "pane"));
  // What shows this pane would do nothing in it.
  const rows = message.buttons.map((row) => row.filter((each) => each.command !== "hand"));
  const body = messageBody({ ...message, buttons: rows.filter((row) => row.length) }, press);
  const chosen = chosenCard(section);
  keepOpen(section, body);
  keepFocus(section, () => section.replaceChildren(body), () => section, () => find("private-body"));
  chooseCard(section, chosen);
  panes.set(message.pane, { message, section });
  // What fits the folded sheet of a phone stands there whole, with what can be done about it.
  section.classList.toggle("short", !message.picture && message.buttons.flat().length <= 2);
  if (message.picture && message.picture.alt !== before?.message.picture?.alt) draw(section);
  showPanes();
  showNewest({ title: message.title, lines: [] });
  const turn = questionOf(message);
  if (turn && turn !== questionOf(before?.message)) uncover(section, turn);
  if (before === undefined || news(message) !== news(before.message)) announce(message.title, ...saidOf(message));
}

// The hand that was asked for comes to the front.
function showPane({ section }) {
  if (phone.matches) openSheet(true);
  find("private-body").scrollTop = 0;
  draw(section);
}

function draw(section) {
  section.classList.remove("dealt");
  void section.offsetWidth; // restarts the animation
  section.classList.add("dealt");
}

// The turn for which a private hand asks something, if it does.
function questionOf(message) {
  return message?.buttons.flat().find((each) => each.turn.split(":")[1])?.turn;
}

// Nobody's turn is covered by what they opened before it; the open sheet may show the hand and what it asks.
function uncover(section, turn) {
  find("enlarged").close();
  const question = section.querySelector(`[data-turn="${CSS.escape(turn)}"]`);
  const { top, bottom } = find("private-body").getBoundingClientRect();
  const inSight = section.getBoundingClientRect().top >= top && question.getBoundingClientRect().bottom <= bottom;
  if (!inSight) openSheet(false);
}

// What of a private hand somebody who cannot see it has to be told anew: other cards, and their own question.
function news(message) {
  const question = questionOf(message) ? message.lines.at(-1) : "";
  return [message.title, message.picture?.alt, message.picture ? question : message.lines.join()].join("|");
}

function saidOf(message) {
  if (message.brief) return message.brief.split("\n");
  const { mark, text } = message.countdown ?? {};
  return message.lines.map((each) => (mark ? each.replaceAll(mark, text) : each));
}

function emptyPanes() {
  panes.clear();
  find("hand").replaceChildren();
  showPanes();
  showNewest({ title: "", lines: [] });
}

// Without a table there is a sentence in its place, and the seat that is free at the one that plays.
function showPanes() {
  const hand = find("hand");
  const old = hand.querySelector(".no-hand");
  const join = freeSeat(told.get(liveCard())?.buttons ?? []);
  if (panes.size) old?.remove();
  else if (!old || !join !== !old.querySelector(".button")) {
    const none = make("div", join ? "pane short no-hand" : "muted no-hand");
    const buttons = join ? [[{ ...join, style: "primary" }]] : [];
    none.append(messageBody({ lines: [translate(join ? "newcomer" : "no-hand")], buttons }, press));
    old?.remove();
    hand.append(none);
  }
  hand.classList.toggle("full", panes.size > 0 || !!join);
}

// A refusal is overcome by whatever goes well after it, and when the table asks for something else.
function dropRefusals() {
  for (const old of answers.querySelectorAll(".answer.refused")) {
    const before = old.previousElementSibling;
    if (before?.classList.contains("echo") && before.dataset.id === old.dataset.id) before.remove();
    old.remove();
  }
  const newest = find("newest");
  if (newest.classList.contains("refused")) showNewest({ title: "", lines: [] });
}

// On a phone the folded sheet shows the hand small, and one line of what was answered last.
function showNewest(message, refused = false) {
  const newest = find("newest");
  const { mark, text } = message.countdown ?? {};
  const words = [message.title, ...message.lines.map((each) => (mark ? each.replaceAll(mark, text) : each))].filter(Boolean);
  newest.textContent = words.join(" · ");
  newest.classList.toggle("refused", refused);
  newest.classList.remove("flash");
  void newest.offsetWidth;
  newest.classList.add("flash");
}

// Of a hand that is over nobody can look at their cards any more.
function isResult({ buttons }) {
  const commands = buttons.flat().map(({ command }) => command);
  return commands.includes("menu") && !commands.includes("hand");
}

function isEmpty(message) {
  return !message.title && !message.lines.length && !message.footer && !hasButtons(message) && !message.picture && !message.file;
}

function hasButtons(message) {
  return message.buttons.length > 0 || !!message.select;
}

function answer(message, { refused = false, id = "" } = {}) {
  if (isEmpty(message)) return;
  const item = make("li", refused ? "answer refused" : "answer");
  if (id) item.dataset.id = id;
  item.append(messageBody(message, press));
  addAnswer(item);
  showAnswer(item, message, refused);
  announce(message.title, ...saidOf({ ...message, brief: "" }));
}

function showAnswer(item, message, refused) {
  showNewest(message, refused);
  const long = [message.title, ...message.lines].join(" ").length > 120;
  if (phone.matches && (long || message.picture || message.file || hasButtons(message))) {
    openSheet(true);
    scrollToAnswer(item);
  }
}

// A page of a menu takes the place of the page whose button was pressed; any other is the newest answer.
function turnPage(message, button) {
  const old = button?.closest(".answer.menu");
  const item = make("li", "answer menu");
  item.append(messageBody(message, press));
  if (!old || !answers.contains(old)) {
    addAnswer(item);
  } else {
    // The last button leads back; the first may be one that does something.
    const back = () => [...item.querySelectorAll(".button")].at(-1) ?? find("private-body");
    keepFocus(old, () => old.replaceWith(item), () => item, back);
    scrollToAnswer(item);
  }
  showAnswer(item, message, false);
  announce(message.title, ...saidOf({ ...message, brief: "" }));
}

// What opened something, or changed it, is done with.
function closeMenu(button) {
  const item = button?.closest(".answer");
  if (!item) return;
  item.remove();
  openSheet(false);
}

function openSheet(open) {
  find("private").classList.toggle("open", open);
  find("sheet").setAttribute("aria-expanded", String(open));
}

// ---- the stream

function liveCard() {
  const live = [...posts.querySelectorAll(".card")].filter((each) => each.querySelector(".buttons"));
  return live.at(-1) ?? null;
}

// The table that plays here can be looked at as a drawn table.
function showTableLink() {
  const turn = liveCard()?.querySelector(".buttons [data-turn]")?.dataset.turn;
  const link = find("table");
  link.hidden = !drawsTables || !turn;
  if (turn) link.href = `/table#${turn.split(":")[0]}`;
}

// The latest card with buttons is never more than one press away.
function showJump() {
  showTableLink();
  const card = liveCard();
  const frame = stream.getBoundingClientRect();
  const buttons = card ? [...card.querySelectorAll(".buttons")].at(-1).getBoundingClientRect() : null;
  const away = buttons !== null && (buttons.bottom < frame.top + 30 || buttons.top > frame.bottom - 20);
  const jump = find("jump");
  jump.hidden = !posts.children.length || (!away && following.atEnd);
  jump.textContent = translate(away ? "jump-table" : "jump-new");
  jump.classList.toggle("up", away && buttons.bottom < frame.top + 30);
}

function joinWithPrevious(item) {
  const before = item.previousElementSibling;
  item.classList.toggle("follows", item.classList.contains("chat") && before?.dataset.by === item.dataset.by);
}

// What has the focus when the button that had it is gone: another of the table's that can do no harm.
function harmless() {
  return liveCard()?.querySelector('[data-command="hand"]') ?? stream;
}

function place(shown, { edited = false } = {}) {
  const old = posts.querySelector(`[data-number="${Number(shown.number)}"]`);
  if (edited && !old) return null;
  const item = post(shown, me, press);
  told.set(item, shown.message);
  if (old) {
    keepOpen(old, item);
    keepFocus(old, () => old.replaceWith(item), () => item, harmless);
    following.replaced(old, item);
    if (edited) item.classList.add("edited");
  } else {
    posts.append(item);
    while (posts.children.length > POSTS_KEPT) posts.firstChild.remove();
  }
  joinWithPrevious(item);
  for (const picture of item.querySelectorAll("img.picture")) {
    enlargeable(picture);
    picture.addEventListener("load", () => following.hold(), { once: true });
  }
  return item;
}

// A message of a table that asks this person is shown with its buttons, any other from its beginning.
function showNew(item, message) {
  if (item === posts.lastElementChild) following.show(item, { end: asksMe(message) });
}

function asksMe(message) {
  return !!message?.asked.includes(me.id);
}

// What a table asks now, or how a hand ended; this person's own question is told with their hand.
function tell(message, before = null) {
  const own = asksMe(message) && panes.size > 0;
  if (!own && message.brief && message.brief !== before?.brief) announce(message.brief);
}

function showWelcome() {
  const section = find("welcome");
  section.hidden = posts.children.length > 0;
  if (section.hidden || section.children.length || !welcome) return;
  const logo = make("img", "welcome-logo");
  Object.assign(logo, { src: "/icon.svg", alt: "" });
  section.append(logo, messageBody(welcome, press));
}

// Buttons that came privately stand for one turn of a table; they go when its card shows that the turn has passed.
function hidePassedButtons(card) {
  const turns = new Set(card ? told.get(card).buttons.flat().map((each) => each.turn) : []);
  for (const turn of turns) if (turn) tablesHere.add(turn.split(":")[0]);
  for (const each of find("private").querySelectorAll("[data-turn]")) {
    const { turn } = each.dataset;
    if (each.closest(".menu")) continue; // whoever presses one that is out of date is told so, and keeps the page
    each.hidden = !!turn && tablesHere.has(turn.split(":")[0]) && !turns.has(turn);
  }
}

function showTurn() {
  showPanes();
  const card = liveCard();
  hidePassedButtons(card);
  const mine = card?.classList.contains("mine");
  document.title = mine ? `● ${translate("your-turn")} · Kiu` : `${find("channel").textContent} · Kiu`;
}

// ---- who is here

function showPeople(people) {
  const others = people.filter((each) => each.id !== me.id);
  find("count").textContent = others.length ? translate("people-here", { count: people.length }) : translate("one-here");
  find("people").replaceChildren(...others.slice(0, FACES_SHOWN).map((each) => {
    const item = make("li");
    item.title = each.name;
    item.append(avatar(each.id, each.name), make("span", "unseen", each.name));
    return item;
  }));
  if (others.length > FACES_SHOWN) find("people").append(make("li", "more", `+${others.length - FACES_SHOWN}`));
}

function showMe() {
  const button = find("me");
  button.replaceChildren(avatar(me.id, me.name), make("span", "my-name", me.name));
  button.title = translate("change-person", { name: me.name });
  button.ariaLabel = button.title;
}

// ---- coming and going

const frames = {
  room(frame) {
    find("banner").hidden = true;
    document.body.classList.remove("offline");
    if (me.id && me.id !== frame.you.id) {
      answers.replaceChildren();
    }
    emptyPanes(); // what was missed meanwhile is told anew
    me = frame.you;
    setClock(frame.now);
    remember({ ...line.person, name: me.name });
    welcome = frame.welcome;
    composer.commands = frame.commands;
    document.body.classList.toggle("no-checker", !frame.checker);
    drawsTables = frame.table === true;
    find("channel").textContent = frame.channel;
    const kept = new Set(frame.posts.map((each) => each.number));
    for (const old of [...posts.children]) if (!kept.has(Number(old.dataset.number))) old.remove();
    for (const each of frame.posts) place(each);
    for (const item of posts.children) joinWithPrevious(item);
    showMe();
    showPeople(frame.people);
    showWelcome();
    if (following.follows && posts.lastElementChild) showNew(posts.lastElementChild, frame.posts.at(-1).message);
    showTurn();
    showJump();
  },
  post({ post: shown }) {
    const item = place(shown);
    find("welcome").hidden = true;
    // A line of chat takes nobody away from a message that they read.
    const matters = shown.kind === "card" && !item.querySelector(".slight");
    if (shown.player === me.id || following.ends || (following.follows && matters)) showNew(item, shown.message);
    else showJump();
    showTurn();
    if (shown.kind === "card") tell(shown.message);
    else if (shown.player !== me.id) announce(`${shown.name}: ${shown.text}`);
  },
  edit({ post: shown }) {
    const old = posts.querySelector(`[data-number="${Number(shown.number)}"]`);
    const before = told.get(old);
    const item = place(shown, { edited: true });
    if (item === null) return;
    const { message } = shown;
    const result = message.picture && !before.picture;
    const asks = asksMe(message) && !asksMe(before);
    if (following.follows && (result || asks || isResult(message) && !isResult(before))) showNew(item, message);
    showTurn();
    tell(message, before);
  },
  remove(frame) {
    posts.querySelector(`[data-number="${frame.number}"]`)?.remove();
    for (const item of posts.children) joinWithPrevious(item);
    showTurn();
    showJump();
  },
  private(frame) {
    if (frame.message.pane) setPane(frame.message);
    else answer(frame.message);
  },
  reply(frame) {
    const button = release(frame.id);
    if (!frame.refused) dropRefusals();
    if (frame.confirms) confirm(frame.message);
    else if (frame.menu) turnPage(frame.message, button);
    else if (frame.message.pane) {
      setPane(frame.message);
      showPane(panes.get(frame.message.pane));
    } else {
      if (!frame.refused && !frame.message.file) closeMenu(button);
      answer(frame.message, frame);
    }
  },
  refused(frame) {
    if (frame.id !== undefined) {
      release(frame.id);
      const lines = [translate(frame.reason, frame)];
      answer({ title: "", lines, footer: "", buttons: [], picture: null }, { refused: true, id: frame.id });
    } else comeIn({ refusal: frame });
  },
  said(frame) {
    release(frame.id);
  },
  people(frame) {
    showPeople(frame.people);
  },
  async pledge({ deal }) {
    const asked = line;
    asked.answer({ type: "pledge", deal, pledge: await pledge(me.id, deal) });
  },
  reveal({ deal }) {
    const revealed = reveal(me.id, deal);
    if (revealed !== null) line.answer({ type: "reveal", deal, reveal: revealed });
  },
};

const listener = {
  frame(frame) {
    frames[frame.type]?.(frame);
  },
  lost(tries) {
    const banner = find("banner");
    banner.textContent = translate(tries > 4 ? "full" : "reconnecting");
    banner.hidden = false;
    document.body.classList.add("offline");
  },
};

function channel() {
  return location.hash.slice(1).toLowerCase() || "main";
}

function enter(person) {
  line?.close();
  line = new Line(person, channel(), listener);
}

// The room has forgotten who this was, so the browser does as well: its secret, its name, and what stands on the page.
function forgetMe() {
  forget(line.person.token);
  sessionStorage.clear();
  line.close();
  posts.replaceChildren();
  tablesHere.clear();
  emptyPanes();
}

async function comeIn({ refusal = null } = {}) {
  const tried = refusal && refusal.reason !== "forgotten" && !known().some((each) => each.token === line?.person.token) ? line?.person.name ?? "" : "";
  if (refusal?.reason === "name-needed") sessionStorage.removeItem("kiu.me");
  if (refusal?.reason === "forgotten") forgetMe();
  const person = await askWho({ refusal, tried });
  enter(person);
}

function changeTheme() {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  localStorage.setItem("kiu.theme", root.dataset.theme);
}

function label() {
  find("theme").title = find("theme").ariaLabel = translate("theme");
  find("stream").ariaLabel = translate("stream");
  find("private-title").textContent = translate("private");
  find("line").placeholder = translate("line");
  find("line").ariaLabel = find("composer").ariaLabel = translate("line");
  find("send").ariaLabel = translate("send");
  find("table").textContent = translate("table");
}

find("jump").addEventListener("click", () => {
  const card = liveCard();
  const away = find("jump").textContent === translate("jump-table");
  if (card && away) card.querySelector(".buttons").scrollIntoView({ block: "end" });
  else following.showEnd();
});
find("theme").addEventListener("click", changeTheme);
find("sheet").addEventListener("click", () => openSheet(!find("private").classList.contains("open")));
// On the folded sheet of a phone the hand is small; touching it unfolds the sheet.
find("hand").addEventListener("click", (event) => {
  if (phone.matches && !event.target.closest("button, summary, a")) openSheet(true);
});
find("me").addEventListener("click", async () => {
  const person = await askWho({ mayCancel: true });
  if (person) {
    choose(person.token);
    enter(person);
  }
});
addEventListener("hashchange", () => {
  posts.replaceChildren();
  tablesHere.clear();
  if (line) enter(line.person);
});

label();
emptyPanes();
const person = chosen();
if (person) enter(person);
else comeIn();
