// What moves between two scenes, found by comparing them. Spots are names of places on the table: "pot", "seat-2".

import { SEATED, clockwise, dealerOf } from "./chairs.js";
import { FLIGHT } from "./chips.js";

const DEALT = 70; // milliseconds from one card that is dealt to the next
const TURNED = 420; // from one hand that is turned to the next
const TURNING = 1600; // until the last hand begins to turn, at most
const TURN = 480; // one card, or all of a hand at once
const PAID = 160; // from one payment to the next
const PAYING = 2000; // until the last payment sets off, at most
const COLLECTED = 450; // until the bets are in the pot

// Each motion has a delay in milliseconds and is one of:
// fly: chips from one spot to another, some of them to pay what a hand brought; arrive: what lies at `spot` comes from elsewhere; turn: the cards of a chair.
export function motions(before, after) {
  if (!before || before.table !== after.table || before.game !== after.game) return [];
  const turns = turned(before, after);
  return [
    ...dealt(before, after),
    ...betsMade(before, after),
    ...betsCollected(before, after),
    ...(after.game === "quandui" ? discards(before, after) : []),
    ...turns,
    ...payments(before, after, known(turns)),
  ];
}

// When everything is open, so that everybody may know who won.
export function known(moves) {
  const turns = moves.filter((move) => move.kind === "turn");
  return turns.length ? Math.max(...turns.map((move) => move.delay)) + TURN : 0;
}

// When the chips of each chair have come where they belong, for those that are paid or pay at the end.
export function settledAt(moves) {
  const chairs = moves.filter(({ pays }) => pays).flatMap(({ from, to, delay }) => {
    return [from, to].filter((spot) => spot !== "pot").map((spot) => [spot.replace(/^\w+-/, ""), delay + FLIGHT]);
  });
  return Object.fromEntries(chairs);
}

function pairs(before, after) {
  const same = before.hand === after.hand;
  const [dealer, ...others] = clockwise(after, dealerOf(after));
  return [...others, dealer].map((chair) => {
    const now = after.seats[chair];
    const old = before.seats[chair];
    const known = old && old.name === now.name ? old : null;
    return { chair, now, old: known, held: same && known ? known.down + known.up.flat().length : 0 };
  });
}

const settled = ({ phase, seats }) => phase === "over" && Object.values(seats).some(({ net }) => net !== null);

// While hands are still being turned, nothing is settled.
function ending(before, after) {
  return settled(after) && !settled(before);
}

// Round by round, as a dealer does; in a crowd the rounds overlap.
function dealt(before, after) {
  if (after.phase !== "playing") return [];
  const players = pairs(before, after).filter(({ now, held }) => !now.me && now.down > held);
  const step = Math.min(DEALT, 1400 / Math.max(1, players.length));
  return players.flatMap(({ chair, now, held, old }, place) => {
    const drawn = before.hand === after.hand && after.game === "quandui" && old;
    const from = drawn ? (after.middle.stock < before.middle.stock ? "stock" : "pond") : "pot";
    const fan = now.down > 4 ? 3 : now.down; // many cards lie as three
    const first = drawn ? fan - 1 : Math.min(held, fan - 1);
    return Array.from({ length: fan - first }, (_, card) => {
      const delay = drawn ? 0 : Math.round((card * players.length + place) * step);
      return { kind: "arrive", spot: `down-${chair}-${first + card}`, from, delay };
    });
  });
}

function betsMade(before, after) {
  return pairs(before, after)
    .filter(({ now, old }) => old && now.bet > old.bet)
    .map(({ chair }) => ({ kind: "arrive", spot: `bet-${chair}`, from: `seat-${chair}`, delay: 0 }));
}

// Bets, and what is paid without lying before a seat first. In Koo Kiew a stake stays with its player until it is
// settled.
function betsCollected(before, after) {
  if (after.game !== "qiuqiu" || (after.phase !== "playing" && before.phase !== "playing")) return [];
  return pairs(before, after)
    .filter(({ now, old }) => old && !now.bet)
    .map(({ chair, now, old }) => ({ kind: "fly", from: `${old.bet ? "bet" : "seat"}-${chair}`, to: "pot", amount: old.bet + Math.max(0, old.stack - now.stack), delay: 0 }))
    .filter(({ amount }) => amount > 0);
}

// Hand after hand, in the order of the showdown.
function turned(before, after) {
  if (after.game === "quandui" && after.phase !== "over") return [];
  const faced = pairs(before, after).filter(({ now, old }) => {
    return old && before.hand === after.hand && now.up.flat().length > old.up.flat().length && !now.me && !old.laid;
  });
  if (clockwise(after).length > SEATED) return faced.filter(({ now }) => now.dealer).map(({ chair }) => ({ kind: "turn", chair, delay: 0 }));
  const order = after.result?.showing ?? [];
  const place = ({ chair }) => (order.includes(chair) ? order.indexOf(chair) : -1);
  faced.sort((one, other) => place(one) - place(other));
  const step = Math.min(TURNED, TURNING / Math.max(1, faced.length - 1));
  return faced.map(({ chair }, turn) => ({ kind: "turn", chair, delay: Math.round(turn * step) }));
}

function payments(before, after, open) {
  if (!ending(before, after)) return [];
  const collected = Object.values(before.seats).some((seat) => seat.bet) ? COLLECTED : 0;
  const paid = { qiuqiu: potsPaid, kookiew: bankSettled, quandui: winnerPaid }[after.game]?.(before, after) ?? [];
  const step = Math.min(PAID, PAYING / Math.max(1, paid.length));
  const start = Math.max(open, after.game === "qiuqiu" ? collected : 0);
  return paid.map((each, place) => ({ kind: "fly", pays: true, ...each, delay: Math.round(start + place * step) }));
}

function potsPaid(before, after) {
  const winners = clockwise(after).filter((chair) => after.seats[chair].won);
  const pots = after.result?.pots.length ? after.result.pots : [{ amount: after.middle?.pot ?? 0, chairs: winners }];
  return pots.flatMap(({ amount, chairs }) => {
    return chairs.map((chair) => ({ from: "pot", to: `seat-${chair}`, amount: Math.round(amount / chairs.length) }));
  });
}

// Once around the table, from the banker's left: each either pays the bank or is paid.
function bankSettled(before, after) {
  const banker = dealerOf(after);
  return clockwise(after, banker)
    .filter((chair) => chair !== banker && after.seats[chair].net)
    .map((chair) => {
      const { net } = after.seats[chair];
      const amount = Math.abs(net);
      return net > 0 ? { from: "pot", to: `seat-${chair}`, amount } : { from: `bet-${chair}`, to: "pot", amount };
    });
}

function winnerPaid(before, after) {
  const winner = clockwise(after).find((chair) => after.seats[chair].won);
  if (winner === undefined) return [];
  return clockwise(after, winner)
    .filter((chair) => after.seats[chair].net < 0)
    .map((chair) => ({ from: `seat-${chair}`, to: `seat-${winner}`, amount: -after.seats[chair].net }));
}

// A card that was discarded, and one that was taken up from the pond.
function discards(before, after) {
  if (before.hand !== after.hand || !before.middle || !after.middle) return [];
  const moved = [];
  const latest = after.middle.discards.length - 1;
  if (latest >= before.middle.discards.length) {
    const thrower = clockwise(before).find((chair) => before.seats[chair].asked) ?? 0;
    const spot = after.middle.offered ? "offered" : `pond-${latest}`;
    moved.push({ kind: "arrive", spot, from: `seat-${thrower}`, delay: 0 });
  }
  for (const { chair, now, old } of pairs(before, after)) {
    if (!old || after.phase === "over" || now.up.length <= old.up.length) continue;
    moved.push({ kind: "arrive", spot: `up-${chair}-${now.up.length - 1}`, from: "pond", delay: 0 });
  }
  return moved;
}
