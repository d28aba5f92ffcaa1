// The showdown: the hands of a round that is over turned one after the other, the winners' last.

import { SEATED } from "./chairs.js";
import { preact } from "./preact.js";
import { still } from "./motion.js";

const { useEffect, useMemo, useRef, useState } = preact;

const LONGEST = 1.55; // until the last hand begins to turn
const TURN = 0.45; // nobody has won before it lies open
const MOST_STEPS = 9; // fifty-six hands turn in groups

const cards = (seat) => seat?.up.flat().length ?? 0;

// Where a game tells no order, those who have won come last.
function shownOf({ result, seats, game }) {
  if (game !== "kookiew" || !result || result.showing.length) return result?.showing ?? [];
  return Object.keys(seats).map(Number).filter((chair) => !seats[chair].me).sort((one, other) => seats[one].won - seats[other].won);
}

// The moment of each chair whose cards are turned. The last one waits half a step longer.
function turnings(scene, before) {
  const chairs = shownOf(scene).filter((chair) => cards(scene.seats[chair]) > cards(before?.seats[chair]));
  const steps = Math.min(chairs.length, MOST_STEPS);
  const end = Math.min(LONGEST, 0.3 + 0.5 * steps);
  const last = chairs.length - 1;
  return new Map(
    chairs.map((chair, i) => {
      const step = last && Math.floor((i * (steps - 1)) / last);
      return [String(chair), step === steps - 1 ? end : (end * (step + 1)) / (steps + 0.5)];
    }),
  );
}

// When all is told; 0 if nothing is turned.
const toldAt = (times) => times.size && Math.max(...times.values()) + TURN;

// The scene as it is to be seen so many seconds after the hand ended. `before`, the scene before that, says what lay
// face up already.
export function staged(scene, seconds, before = null) {
  const times = turnings(scene, before);
  if (seconds >= toldAt(times)) return scene;
  const seats = {};
  for (const [chair, seat] of Object.entries(scene.seats)) {
    const old = before?.seats[chair];
    seats[chair] = { ...seat, ...unpaid(scene, Number(chair), old), net: null, won: false };
    if (seconds < 0 || times.get(chair) > seconds) Object.assign(seats[chair], covered(seat, old));
    if (seconds >= 0 && times.has(chair)) seats[chair].laid = { up: seat.up, down: seat.down, value: seat.value, turns: Math.round(times.get(chair) * 1000) };
  }
  const middle = scene.game === "qiuqiu" ? scene.middle : before?.middle ?? scene.middle;
  const mine = scene.mine && { ...scene.mine, lines: [] };
  const result = { ...scene.result, lines: [], guessed: "", pots: [], moments: [] };
  return { ...scene, seats, middle, mine, result, said: before?.said ?? "", question: "" };
}

// The pots are not given out yet, or stakes not settled.
function unpaid({ game, seats, result }, chair, old) {
  const { stack, bet } = seats[chair];
  if (game === "qiuqiu") return { stack: stack - wonBy(chair, result.pots) };
  return old ? { stack: old.stack, bet: old.bet } : { stack, bet };
}

function covered(seat, before) {
  if (cards(before) >= cards(seat)) return {};
  if (cards(before)) return { up: before.up, down: before.down, value: before.value };
  return { up: [], down: seat.down + cards(seat), value: "" };
}

// An odd chip is not known here: for two seconds a stack may be one off.
function wonBy(chair, pots) {
  const shares = pots.filter(({ chairs }) => chairs.includes(chair));
  return shares.reduce((sum, { amount, chairs }) => sum + Math.floor(amount / chairs.length), 0);
}

// What stands on the table of a hand that is over: who won, and why. What is celebrated is told elsewhere.
export function toldResult(result) {
  return (result?.lines ?? []).filter((line) => !line.startsWith("★"));
}

// The staged scene as it is heard, which changes at each step, and as it is seen. Where cards are drawn they all lie
// on the table from the first step on, so that nothing is drawn anew before it is told who won: only what lies there
// moves. `scene` may be null; while it is `held` nothing is turned.
export function useShowdown(scene, held = false) {
  const [, step] = useState(0);
  const live = useRef({ before: null, over: "", began: -Infinity }).current;
  if (scene?.result) {
    const over = `${scene.table} ${scene.hand}`;
    if (live.over !== over) {
      const watched = live.before !== null && live.before.table === scene.table;
      if (live.before?.hand !== scene.hand) live.before = null;
      live.began = watched && !still() ? performance.now() : -Infinity;
      live.over = over;
      live.unseen = true;
    }
  } else if (scene) {
    live.before = scene;
  }
  const waits = held && Boolean(scene?.result);
  if ((waits || live.waited) && live.began > -Infinity) live.began = performance.now();
  live.waited = waits;
  const seconds = waits ? -1 : (performance.now() - live.began) / 1000;
  const times = scene?.result ? turnings(scene, live.before) : new Map();
  const next = Math.min(...[...times.values(), toldAt(times)].filter((time) => time > seconds));
  const heard = useMemo(() => scene && staged(scene, seconds, live.before), [scene, next, waits]);
  const crowd = Object.keys(scene?.seats ?? {}).length > SEATED;
  const seen = useMemo(() => heard, [scene, waits, crowd ? next : heard === scene]);
  useEffect(() => {
    if (waits || !Number.isFinite(next)) return undefined;
    // Hands turn from when they lie there, which takes a slow phone a while.
    if (live.unseen) live.began = performance.now();
    live.unseen = false;
    const timer = setTimeout(() => step((count) => count + 1), next * 1000 - (performance.now() - live.began) + 1);
    return () => clearTimeout(timer);
  });
  return { heard, seen };
}
