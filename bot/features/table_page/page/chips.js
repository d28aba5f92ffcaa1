// Chips: amounts in figures, stacks, and chips that move.
import { preact } from "./preact.js";
import { FLIGHT } from "./motions.js";

const { html, render } = preact;

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

// Plays motions on the table that was just drawn. `layer` lies above everything and takes the chips that fly.
export function play(table, layer, moves) {
  const origin = layer.getBoundingClientRect();
  const find = (spot) => table.querySelector(`[data-spot="${spot}"]`);
  const seek = (spot) => find(spot) ?? (/^(pond|stock|offered)/.test(spot) ? find("pot") : null);
  const centre = (element) => {
    const box = element.getBoundingClientRect();
    return { x: box.left + box.width / 2 - origin.left, y: box.top + box.height / 2 - origin.top };
  };
  const small = moves.filter(({ kind }) => kind === "fly").length > 12;
  for (const move of moves) {
    if (move.kind === "turn") continue;
    const from = seek(move.from);
    const to = seek(move.kind === "fly" ? move.to : move.spot);
    if (!from || !to) continue;
    if (move.kind === "fly") fly(layer, { ...move, small }, centre(from), centre(to));
    else arrive(to, move, centre(from), centre(to));
  }
}

function fly(layer, { amount, delay, small }, from, to) {
  const chips = layer.appendChild(document.createElement("span"));
  chips.className = "felt-flying";
  render(html`<${Stack} amount=${amount} columns=${small ? 1 : 2} most=${small ? 2 : 4} />`, chips);
  const high = Math.min(60, Math.hypot(to.x - from.x, to.y - from.y) / 5);
  const at = (x, y, scale) => `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${scale})`;
  const steps = [
    { transform: at(from.x, from.y, 0.8), opacity: 0, easing: "ease-in" },
    { transform: at(from.x, from.y, 1), opacity: 1, offset: 0.12, easing: "cubic-bezier(0.4, 0, 0.7, 0.6)" },
    { transform: at((from.x + to.x) / 2, (from.y + to.y) / 2 - high, 1.12), opacity: 1, offset: 0.5, easing: "cubic-bezier(0.3, 0.4, 0.4, 1)" },
    { transform: at(to.x, to.y, 1), opacity: 1, offset: 0.9 },
    { transform: at(to.x, to.y, 0.9), opacity: 0 },
  ];
  const running = chips.animate(steps, { duration: FLIGHT, delay, fill: "both" });
  running.finished.catch(() => undefined).then(() => chips.remove());
}

// Moves by `translate`, since cards of a fan are turned by their `transform`.
function arrive(element, { delay }, from, to) {
  const steps = [{ translate: `${from.x - to.x}px ${from.y - to.y}px`, opacity: 0 }, { opacity: 1, offset: 0.2 }, { translate: "0 0", opacity: 1 }];
  element.animate(steps, { duration: 420, delay, easing: "cubic-bezier(0.2, 0.7, 0.3, 1)", fill: "backwards" });
}
