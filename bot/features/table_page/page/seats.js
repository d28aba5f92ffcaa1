// Where seats are, and one seat with all that lies before it.
import { preact } from "./preact.js";
import { Back, Card, RATIO } from "./faces.js";
import { Stack, figures, signed } from "./chips.js";
import { kept } from "./kept.js";
import { useLanding } from "./landing.js";
import { Ring } from "./ring.js";
import { word } from "./words.js";

const { html, useEffect, useRef, useState } = preact;

// The places of the others, clockwise from my left hand on, in shares of the table; mine is at the bottom.
const UPRIGHT = [
  [],
  [[0.5, 0]],
  [[0, 0.3], [1, 0.3]],
  [[0, 0.42], [0.5, 0], [1, 0.42]],
  [[0, 0.68], [0, 0.2], [1, 0.2], [1, 0.68]],
  [[0, 0.69], [0, 0.25], [0.5, 0], [1, 0.25], [1, 0.69]],
  [[0, 0.77], [0, 0.4], [0.18, 0], [0.82, 0], [1, 0.4], [1, 0.77]],
  [[0, 0.8], [0, 0.47], [0.02, 0.13], [0.5, 0], [0.98, 0.13], [1, 0.47], [1, 0.8]],
];
const WIDE = [
  [],
  [[0.5, 0]],
  [[0.1, 0.12], [0.9, 0.12]],
  [[0, 0.45], [0.5, 0], [1, 0.45]],
  [[0, 0.66], [0.22, 0], [0.78, 0], [1, 0.66]],
  [[0.02, 0.76], [0.07, 0.16], [0.5, 0], [0.93, 0.16], [0.98, 0.76]],
  [[0.03, 0.8], [0.02, 0.24], [0.3, 0], [0.7, 0], [0.98, 0.24], [0.97, 0.8]],
  [[0.06, 0.86], [0, 0.42], [0.19, 0], [0.5, 0], [0.81, 0], [1, 0.42], [0.94, 0.86]],
];

// For each of `count` seats, mine first: its middle in shares of the room for seats, and its side of the table.
export function places(count, wide) {
  const others = (wide ? WIDE : UPRIGHT)[count - 1] ?? [];
  const side = (x, y) => (x === 0.5 ? "top" : `${x < 0.5 ? "left" : "right"}${y < 0.1 ? " is-high" : ""}`);
  return [{ x: 0.5, y: 1, side: "bottom" }, ...others.map(([x, y]) => ({ x, y, side: side(x, y) }))];
}

// The same colours as the faces of people in the local room, light on top.
const COLOURS = [["#3d8fe0", "#12529c"], ["#12a594", "#00655b"], ["#9a55d6", "#5b1a8b"], ["#d9772a", "#8f3f00"], ["#55a35c", "#235a28"], ["#d8487c", "#8c1241"], ["#7a8c9b", "#3e4b56"], ["#b8922a", "#6a4f00"]];

export function colourOf(name) {
  let value = 2166136261;
  for (const each of name) value = Math.imul(value ^ each.codePointAt(0), 16777619);
  return (value >>> 0) % COLOURS.length;
}

export function initialOf(name) {
  return [...name.trim()][0]?.toUpperCase() ?? "?";
}

export function Face({ name }) {
  const [light, deep] = COLOURS[colourOf(name)];
  return html`<span class="felt-face" style=${{ "--light": light, "--deep": deep }} aria-hidden="true">${initialOf(name)}</span>`;
}

// Everything of a seat in words, as it is read out.
export function seatLabel(seat, game, name) {
  const cards = seat.up.map((group) => group.map((card) => name?.(game, card) ?? card).join(" + "));
  const dealer = game === "kookiew" ? "felt-banker" : "felt-dealer";
  return [
    seat.name,
    seat.me && word("felt-me"),
    seat.computer && word("felt-computer"),
    seat.host && word("felt-host"),
    word("felt-chips", { amount: figures(seat.stack) }),
    seat.dealer && word(dealer),
    seat.mark,
    seat.bet && word("felt-bet", { amount: figures(seat.bet) }),
    seat.did,
    seat.down && word("felt-down", { count: seat.down }),
    ...cards,
    seat.value,
    seat.asked && word("felt-asked"),
    seat.won && word("felt-won"),
    seat.net !== null && word("felt-net", { amount: signed(seat.net) }),
  ].filter(Boolean).join(", ");
}

export function seatClass(seat, others) {
  const states = ["me", "asked", "dim", "won", "computer"].filter((state) => seat[state]).map((state) => `is-${state}`);
  return ["seat", ...states, ...others].join(" ");
}

export function Badges({ seat, game }) {
  return html`${seat.dealer && html`<span class=${`felt-badge ${game === "kookiew" ? "felt-badge-bank" : ""}`} key="dealer">${game === "kookiew" ? "B" : word("felt-dealer-letter")}</span>`}
    ${seat.won && html`<svg class="felt-crown" key="crown" viewBox="0 0 24 16"><path d="M2 15 0.8 4l6 4L12 0.8 17.2 8l6-4L22 15z" /></svg>`}
    ${seat.computer && html`<svg class="felt-robot" key="robot" viewBox="0 0 20 20"><rect x="3" y="6" width="14" height="11" rx="3.5" /><path d="M10 6V3" /><circle cx="7.4" cy="11.3" r="1.5" /><circle cx="12.6" cy="11.3" r="1.5" /></svg>`}`;
}

// A card at its place: its face if it is known, else its back; nothing if it is null.
export function Slot({ game, card, spot, kind = "", style, label = null, large = false, children }) {
  const small = !large;
  return html`<span class=${`felt-slot ${kind}`} style=${{ ...style, aspectRatio: RATIO[game] }} data-spot=${spot} role=${label && "img"} aria-label=${label}>
    ${card ? html`<${Card} game=${game} name=${card} small=${small} />` : card !== null && html`<${Back} game=${game} small=${small} />`}${children}
  </span>`;
}

// What takes a tap on a seat; where none is wanted, what is read out as one.
export function pressable(seat, chair, game, name, pressed) {
  const label = { "aria-label": seatLabel(seat, game, name), "data-chair": chair };
  return pressed ? { ...label, type: "button", onClick: () => pressed(chair) } : { ...label, role: "img" };
}

function Down({ seat, chair, game }) {
  if (!seat.down) return null;
  const many = seat.down > 4;
  const fan = Array.from({ length: many ? 3 : seat.down });
  return html`<span class=${`felt-fan ${many ? "felt-fan-many" : ""}`} style=${{ "--count": fan.length }}>
    ${fan.map((_, place) => html`<${Slot} game=${game} style=${{ "--place": place - (fan.length - 1) / 2 }} spot=${`down-${chair}-${place}`} />`)}
    ${many && html`<span class="felt-fan-count">${seat.down}</span>`}
  </span>`;
}

// Cards side by side; their places are there at once, and they are drawn after a `wait`, so that many hands are not drawn at once.
function Side({ game, cards, wait, kind = "" }) {
  const [drawn, draw] = useState(!(wait > 0));
  useEffect(() => {
    if (drawn) return undefined;
    const timer = setTimeout(() => draw(true), wait);
    return () => clearTimeout(timer);
  }, []);
  return html`<span class=${`felt-side ${kind}`}>${cards.map((card) => html`<${Slot} game=${game} card=${drawn ? card : null} />`)}</span>`;
}

// While a hand is turned, each group of cards still has their backs above it; a group turns as one.
export function Up({ seat, chair, game, turning, kind = "felt-open" }) {
  // Another time would paint again what has turned.
  const kept = useRef();
  if (turning === undefined || kept.current === undefined) kept.current = turning;
  const turn = kept.current;
  if (!seat.up.length) return null;
  const turns = turn !== undefined;
  return html`<span class=${`${kind} ${turns ? "is-turning" : ""} ${seat.up.length > 3 ? "felt-open-many" : ""}`} style=${turns ? { "--turn": `${turn}ms` } : {}}>
    ${seat.up.map((group, place) => html`<span class="felt-group" data-spot=${`up-${chair}-${place}`}>
      <${Side} game=${game} cards=${group} wait=${turn * 0.6} />
      ${turns && html`<${Side} game=${game} cards=${group.map(() => "")} wait=${turn * 0.1} kind="felt-backs" />`}
    </span>`)}
    ${seat.value && html`<span class="felt-value" dir="auto">${seat.value}</span>`}
  </span>`;
}

export function Plate({ seat, landing, since }) {
  const stack = useLanding(seat.stack, landing);
  return html`<span class="felt-plate" style=${since}><bdi class="seat-name" dir="auto">${seat.name}</bdi><span class="felt-stack">${figures(stack)}</span></span>`;
}

// What somebody did or is, and what a hand that is over brought.
export function Notes({ seat, bank, since }) {
  const says = bank ? word("felt-time-bank") : seat.net === null || seat.dim ? seat.mark || seat.did : "";
  if (!says && seat.net === null) return null;
  return html`<span class="felt-notes" style=${since}>
    ${says && html`<span class=${`felt-note ${bank ? "felt-note-bank" : seat.mark ? "felt-note-mark" : ""}`} dir="auto">${says}</span>`}
    ${seat.net !== null && html`<span class=${`felt-net ${seat.net > 0 ? "felt-net-more" : ""}`}>${signed(seat.net)}</span>`}
  </span>`;
}

export function Bet({ seat, chair }) {
  return html`<span class="felt-bet">${seat.bet > 0 ? html`<span class="felt-bet-chips" data-spot=${`bet-${chair}`}><${Stack} amount=${seat.bet} most=${4} /><span class="felt-bet-amount">${figures(seat.bet)}</span></span>` : html`<i data-spot=${`bet-${chair}`} />`}</span>`;
}

// A seat at a table of up to eight. `clock` is given where a ring runs around it.
// A seat whose hand is `laid` has its cards on the table, but nobody knows them yet.
// `since` is when it is settled.
export const Seat = kept(({ seat, chair, game, style, since, side, clock, now, name, turning, landing, hides, pressed }) => {
  const lies = { ...seat, ...seat.laid };
  return html`<${pressed ? "button" : "div"} class=${seatClass(seat, [`at-${side}`])} style=${style} ...${pressable(seat, chair, game, name, pressed)}>
    <span class="felt-disc" style=${since} data-spot=${`seat-${chair}`}><${Face} name=${seat.name} />${clock && html`<${Ring} clock=${clock} now=${now} />`}<${Badges} seat=${seat} game=${game} /></span>
    <${Plate} seat=${seat} landing=${landing} since=${since} />
    <${Notes} seat=${seat} bank=${clock?.bank} since=${since} />
    ${!seat.me && !hides && html`<span class=${`felt-lying ${lies.up.length ? "has-open" : ""}`}><${Down} seat=${lies} chair=${chair} game=${game} /><${Up} seat=${lies} chair=${chair} game=${game} turning=${turning} /></span>`}
    <${Bet} seat=${seat} chair=${chair} />
  <//>`;
});
