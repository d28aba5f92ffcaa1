// Dongguan cards by names such as "3-suo" or "da-hong", with plain digits and Latin names.
import { WIDTH, HEIGHT, box, character, disc, ring, tidy } from "./shapes.js";

const SUITS = { ben: "餅", suo: "索", wan: "萬" };
const ODD = { "da-hong": "大紅", "xiao-hong": "小紅", "ba-shu": "八束" };
const NUMERALS = "一二三四五六七八九";

// Signs side by side in each row, for the numbers from 1.
const ROWS = [[1], [1, 1], [1, 1, 1], [2, 2], [2, 1, 2], [2, 2, 2], [2, 1, 2, 2], [2, 2, 2, 2], [3, 3, 3]];
const [HIGH, LOW] = [0.2, 0.83];
const MIDDLE = WIDTH / 2;

export function dongguanFace(name, small) {
  if (ODD[name]) return odd(name, small);
  const [digit, suit] = name.split("-");
  return small ? smallFace(digit, suit) : fullFace(+digit, suit);
}

function odd(name, small) {
  const ink = name === "ba-shu" ? "ink" : "spot";
  const [first, second] = ODD[name];
  if (small) {
    const path = character(first, MIDDLE, HEIGHT * 0.27, WIDTH * 0.86) + character(second, MIDDLE, HEIGHT * 0.73, WIDTH * 0.86);
    return { ground: "plain", paths: [[ink, path]], words: [] };
  }
  const size = WIDTH * (name === "xiao-hong" ? 0.44 : 0.62);
  const path = character(first, MIDDLE, HEIGHT * 0.44, size) + character(second, MIDDLE, HEIGHT * 0.76, size);
  const lines = name.split("-").map((word, line) => {
    return [word, WIDTH * 0.94, HEIGHT * (0.075 + 0.1 * line), WIDTH * 0.2, ink, "end"];
  });
  return { ground: "plain", paths: [[ink, path]], words: [corner(1, ink), ...lines] };
}

// A digit and one sign of the suit, for cards on which more would blur.
function smallFace(digit, suit) {
  const [down, size] = [HEIGHT * 0.735, WIDTH * 0.8];
  const signs =
    suit === "wan" ? [["spot", character(SUITS.wan, MIDDLE, down, size)]]
    : suit === "ben" ? layers([coin(MIDDLE, down, WIDTH * 0.31)])
    : [["ink", string(MIDDLE, down, WIDTH * 0.155, WIDTH * 0.38)]];
  return { ground: "plain", paths: signs, words: [[digit, MIDDLE, HEIGHT * 0.28, WIDTH * 0.92]] };
}

function fullFace(number, suit) {
  const corners = character(SUITS[suit], WIDTH * 0.8, HEIGHT * 0.1, WIDTH * 0.27);
  return {
    ground: "plain",
    paths: layers([[corners, ""], ...signs(number, suit)]),
    words: [corner(number, "ink"), [suit, MIDDLE, HEIGHT * 0.91, WIDTH * 0.27]],
  };
}

function corner(number, ink) {
  return [number, WIDTH * 0.19, HEIGHT * 0.1, WIDTH * 0.34, ink];
}

// Signs are pairs of paths, in black and in red.
function signs(number, suit) {
  if (suit === "wan") {
    const size = WIDTH * 0.54;
    return [[character(NUMERALS[number - 1], MIDDLE, HEIGHT * 0.37, size), character(SUITS.wan, MIDDLE, HEIGHT * 0.67, size)]];
  }
  const rows = ROWS[number - 1];
  const step = (LOW - HIGH) / Math.max(rows.length, 3);
  const first = HIGH + (LOW - HIGH - step * rows.length) / 2 + step / 2;
  return rows.flatMap((count, place) =>
    Array.from({ length: count }, (_, column) => {
      const x = WIDTH * (0.5 + (column - (count - 1) / 2) * (count === 2 ? 0.4 : 0.3));
      const y = HEIGHT * (first + step * place);
      if (suit === "suo") return [string(x, y, WIDTH * 0.065, HEIGHT * step * 0.43), ""];
      return coin(x, y, WIDTH * (number === 1 ? 0.26 : count === 3 ? 0.12 : 0.135));
    }),
  );
}

function layers(pairs) {
  const [black, red] = [0, 1].map((layer) => pairs.map((pair) => pair[layer]).join(""));
  return red ? [["ink", black], ["spot", red]] : [["ink", black]];
}

function coin(x, y, radius) {
  const hole = radius * 0.24;
  return [ring(x, y, radius, radius * 0.78), disc(x, y, radius * 0.62) + box(x, y, hole, hole, true)];
}

// Strung coins: four pieces, with notches between them.
function string(x, y, half, reach) {
  const notch = half * 0.22;
  const [high, low] = [y - reach * 0.45, y + reach * 0.45];
  const cap = (from, to, bulge) => {
    const [left, start, r, w, h] = [x - half, from, half, 2 * half, to - from].map(tidy);
    return `M${left} ${start}v${h}a${r} ${r} 0 0 ${bulge < 0 ? 1 : 0} ${w} 0v${-h}z`;
  };
  return (
    cap(high - notch, y - reach + half, -1) +
    box(x, (high + y) / 2, half, (y - high) / 2 - notch) +
    box(x, (low + y) / 2, half, (low - y) / 2 - notch) +
    cap(low + notch, y + reach - half, 1)
  );
}
