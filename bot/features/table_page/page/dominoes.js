// Indonesian domino cards by names such as "6-3".
import { WIDTH, HEIGHT, disc, rounded } from "./shapes.js";

const [LEFT, MIDDLE, RIGHT] = [0.27, 0.5, 0.73];
const [HIGH, LOW] = [0.24, 0.76];
const [TOP_LEFT, TOP_RIGHT, LOW_LEFT, LOW_RIGHT] = [[LEFT, HIGH], [RIGHT, HIGH], [LEFT, LOW], [RIGHT, LOW]];
const CENTRE = [MIDDLE, MIDDLE];

// Spots of an end, as shares of the width and height of that half.
const SPOTS = [
  [],
  [CENTRE],
  [TOP_LEFT, LOW_RIGHT],
  [TOP_LEFT, CENTRE, LOW_RIGHT],
  [TOP_LEFT, TOP_RIGHT, LOW_LEFT, LOW_RIGHT],
  [TOP_LEFT, TOP_RIGHT, CENTRE, LOW_LEFT, LOW_RIGHT],
  [0.2, 0.5, 0.8].flatMap((down) => [[LEFT, down], [RIGHT, down]]),
];
const RADIUS = 0.107 * WIDTH;
const SINGLE = 0.205 * WIDTH;
const HALF = HEIGHT / 2;

function end(number, start) {
  const radius = number === 1 ? SINGLE : RADIUS;
  // The spots leave room for the line in the middle.
  return (SPOTS[number] || []).map(([x, y]) => disc(WIDTH * x, start + HALF * 0.95 * y, radius)).join("");
}

export function dominoFace(name, small) {
  const [high, low] = name.split("-");
  const rule = WIDTH * (small ? 0.02 : 0.012);
  return {
    ground: "plain",
    paths: [
      ["rule", rounded(WIDTH * 0.1, HALF - rule, WIDTH * 0.9, HALF + rule, rule)],
      ["spot", end(+high, HALF * 0.015) + end(+low, HALF * 1.035)],
    ],
    words: [],
  };
}
