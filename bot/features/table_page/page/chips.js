// Chips: amounts in figures, and stacks.
import { preact } from "./preact.js";

const { html } = preact;

export const FLIGHT = 640; // milliseconds through the air

// Value, top, side, and the marks on the edge, lowest value first.
const KINDS = [
  [1, "#f4f0e2", "#b9b199", "#8a8471"],
  [5, "#d8443c", "#8f2018", "#ffe9dc"],
  [25, "#3d82c9", "#1d4f86", "#e2f0ff"],
  [100, "#7e57c2", "#4a2f80", "#efe5ff"],
  [500, "#f0b93f", "#a87414", "#fff6d8"],
  [2500, "#30363c", "#0d1013", "#ffd363"],
];
const THICK = 4.2;
const ACROSS = 24;
const DEEP = 9;

export function figures(amount) {
  return amount.toLocaleString(document.documentElement.lang || undefined);
}

// As a hand that is over changed a stack: +120, −40.
export function signed(amount) {
  return `${amount > 0 ? "+" : amount < 0 ? "−" : "±"}${figures(Math.abs(amount))}`;
}

export function brief(amount) {
  return amount.toLocaleString(document.documentElement.lang || undefined, { notation: "compact", maximumFractionDigits: 1 });
}

// The kinds of chips for an amount, the lowest in a stack first; what is more than `most` chips is left out.
export function chipsOf(amount, most) {
  const kinds = [];
  for (let kind = KINDS.length - 1; kind >= 0 && kinds.length < most; kind--) {
    const count = Math.floor(amount / KINDS[kind][0]);
    amount -= count * KINDS[kind][0];
    for (let each = 0; each < count && kinds.length < most; each++) kinds.push(kind);
  }
  return kinds;
}

// One column for each kind, the largest amounts in the middle.
export function columnsOf(amount, columns, most) {
  const kinds = chipsOf(amount, columns * most);
  const stacks = [...new Set(kinds)].map((kind) => kinds.filter((each) => each === kind).slice(0, most)).slice(0, columns);
  return stacks.length === 3 ? [stacks[1], stacks[0], stacks[2]] : stacks;
}

function Chip({ kind, x, y }) {
  const [, top, side, mark] = KINDS[kind];
  const [rx, ry] = [ACROSS / 2, DEEP / 2];
  const body = `M${x - rx} ${y}v${-THICK}h${ACROSS}v${THICK}a${rx} ${ry} 0 0 1 ${-ACROSS} 0z`;
  return html`<path d=${body} fill=${side} />
    <path d=${`M${x - 2.6} ${y + ry - 0.1}v${-THICK}h5.2v${THICK}zM${x - 9.6} ${y + 2.6}v${-THICK}l3 1v${THICK}zM${x + 9.6} ${y + 2.6}v${-THICK}l-3 1v${THICK}z`} fill=${mark} />
    <ellipse cx=${x} cy=${y - THICK} rx=${rx} ry=${ry} fill=${top} stroke=${side} stroke-width="0.6" />
    <ellipse cx=${x} cy=${y - THICK} rx=${rx - 1.8} ry=${ry - 0.9} fill="none" stroke=${mark} stroke-width="1.7" stroke-dasharray="4.4 5.2" />
    <ellipse cx=${x} cy=${y - THICK} rx=${rx - 4.4} ry=${ry - 2} fill=${top} stroke=${mark} stroke-width="0.5" />`;
}

// The drawing is as wide as its columns and as high as `most` chips, so that stacks stand on one line.
export function Stack({ amount, columns = 1, most = 5, kind = "" }) {
  const stacks = columnsOf(amount, columns, most);
  const highest = Math.max(1, ...stacks.map((each) => each.length));
  const wide = Math.max(1, stacks.length) * (ACROSS + 1);
  const high = DEEP + (highest + 0.2) * THICK + 1;
  return html`<svg class=${`felt-chips ${kind}`} style=${{ "--wide": wide, "--high": high }} viewBox=${`0 0 ${wide} ${high}`} aria-hidden="true">
    <g>${stacks.map((kinds, place) => html`<ellipse cx=${place * (ACROSS + 1) + ACROSS / 2 + 0.5} cy=${high - DEEP / 2 + 0.3} rx="13.5" ry="5.2" fill="rgb(0 0 0 / 0.3)" />`)}
      ${stacks.map((kinds, place) => kinds.map((kind, up) => html`<${Chip} kind=${kind} x=${place * (ACROSS + 1) + ACROSS / 2 + 0.5} y=${high - DEEP / 2 - 1 - up * THICK} />`))}</g>
  </svg>`;
}
