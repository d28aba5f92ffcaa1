// What a screen reader hears: each change once, in the scene's own texts, the most important last.

import { newQuestion } from "./my_turn.js";

const MANY = 8; // seats that are read one by one

// The lines for the change from one scene to the next; `before` is null when the page has just connected.
export function spoken(before, after, words) {
  const fresh = before === null || before.table !== after.table;
  const lines = fresh ? [summary(after, words)] : changes(before, after, words);
  if (newQuestion(before, after)) lines.push(turnLine(after.mine.question, words));
  const told = [...new Set(lines.filter(Boolean))];
  return told.filter((line) => !told.some((longer) => longer !== line && longer.startsWith(line)));
}

// "It's your turn: 20 to call." and "20 to call." both become "Your turn. 20 to call."
function turnLine(question, words) {
  const turn = words("spoken-turn");
  const at = question.toLowerCase().indexOf(turn.toLowerCase());
  const rest = at < 0 ? question : question.slice(at + turn.length).replace(/^[\s:.,·]+/, "");
  return `${turn}. ${rest.charAt(0).toUpperCase()}${rest.slice(1)}`.trim();
}

function summary(scene, words) {
  const seats = Object.values(scene.seats);
  const told = seats.length > MANY ? seats.filter((seat) => seat.me) : seats;
  return sentences([
    scene.title,
    scene.place,
    scene.hand > 0 && words("spoken-hand", { hand: scene.hand }),
    scene.stakes,
    words("spoken-seats", { taken: seats.length, chairs: scene.chairs }),
    told.map((seat) => seatLine(seat, words)).join("; "),
    potLine(scene, words),
    scene.said,
    ...(scene.result?.lines ?? []),
    scene.result?.guessed,
    cardsLine(scene, words),
    !scene.mine?.question && scene.question,
  ]);
}

function sentences(parts) {
  const plain = parts.filter(Boolean).map((part) => part.trim());
  return [...new Set(plain)].map((part) => (/[.!?…]$/.test(part) ? part : `${part}.`)).join(" ");
}

function seatLine(seat, words) {
  const name = seat.me ? words("spoken-you", { name: seat.name }) : seat.name;
  return [`${name} ${seat.stack}`, seat.dealer && words("spoken-dealer"), seat.mark, seat.did, seat.value]
    .filter(Boolean)
    .join(", ");
}

function potLine(scene, words) {
  return scene.middle?.pot ? words("spoken-pot", { pot: scene.middle.pot }) : "";
}

// Only dominoes are called by what is written on them; names of other cards are no words of the viewer's language.
// Cards of Koo Kiew are told by my hand, once I have opened them.
function cardsLine({ game, mine }, words) {
  if (!mine?.groups.length || game === "kookiew") return "";
  const names = mine.groups.map((group) => group.join(" ")).join(", ");
  return game === "qiuqiu" ? words("spoken-cards", { cards: names, value: mine.value }) : mine.value;
}

const held = (scene) => scene.mine?.groups.flat().sort().join() ?? "";

function changes(before, after, words) {
  const said = after.said === before.said ? "" : after.said;
  const round = after.middle?.round !== before.middle?.round && !after.result;
  const mine = held(after) !== held(before) || after.mine?.value !== before.mine?.value;
  return [
    after.hand !== before.hand && after.hand > 0 && words("spoken-hand", { hand: after.hand }),
    ...seatChanges(before, after, said, words),
    said,
    round && potLine(after, words),
    mine && cardsLine(after, words),
    ...turned(before, after),
    !after.mine?.question && after.question !== before.question && after.question,
    ...(after.result?.moments ?? [])
      .filter(({ headline, chair }) => !before.result?.moments.some((m) => m.headline === headline && m.chair === chair))
      .map((moment) => sentences([moment.headline, moment.words])),
    ...added(before.result?.lines, after.result?.lines),
    after.result?.guessed !== before.result?.guessed && after.result?.guessed,
    ...added(before.mine?.lines, after.mine?.lines),
  ];
}

const added = (before = [], after = []) => after.filter((line) => !before.includes(line));

// `said` is the latest event only: what others did in the same change is told by their seats.
function seatChanges(before, after, said, words) {
  const lines = [];
  for (const chair of new Set([...Object.keys(before.seats), ...Object.keys(after.seats)])) {
    const was = before.seats[chair];
    const is = after.seats[chair];
    const untold = (seat) => !said.includes(seat.name) && !(seat.me && said);
    if (was && was.name !== is?.name && untold(was)) lines.push(words("spoken-left", { name: was.name }));
    if (is && was?.name !== is.name && untold(is)) lines.push(words("spoken-joined", { name: is.name }));
    else if (is?.did && is.did !== was?.did && untold(is)) lines.push(`${is.name}: ${is.did}`);
  }
  return lines;
}

function turned(before, after) {
  const seats = Object.entries(after.seats).filter(([chair, seat]) => seat.value && seat.value !== before.seats[chair]?.value);
  return seats.length > MANY ? [] : seats.map(([, seat]) => `${seat.name}: ${seat.value}`);
}
