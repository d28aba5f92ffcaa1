// Four-colour cards by names such as "yellow-general"; marks differ in shape for each colour.
import { WIDTH, HEIGHT, character, disc, star } from "./shapes.js";

const PIECES = {
  general: ["將", 1],
  valet: ["士", 2],
  minister: ["象", 3],
  chariot: ["車", 4],
  horse: ["馬", 5],
  cannon: ["炮", 6],
  soldier: ["卒", 7],
};

// Corners of each colour's mark, and how deep it is cut between them; without corners it is a disc.
const MARKS = { yellow: [0, 0], red: [4, 0.88], green: [3, 0.62], white: [5, 0.5] };

function mark(colour, x, y, radius) {
  const [corners, valley] = MARKS[colour];
  return corners ? star(x, y, radius * 1.25, corners, valley / 1.25) : disc(x, y, radius);
}

// Small cards have fewer and larger signs.
export function fourColourFace(name, small) {
  const [colour, piece] = name.split("-");
  const [sign, points] = PIECES[piece];
  const [left, right] = [WIDTH * 0.2, WIDTH * 0.8];
  const [high, low] = [HEIGHT * 0.115, HEIGHT * 0.885];
  const path = small
    ? character(sign, WIDTH / 2, HEIGHT * 0.35, WIDTH * 0.9) + mark(colour, WIDTH * 0.72, HEIGHT * 0.8, WIDTH * 0.15)
    : character(sign, WIDTH / 2, HEIGHT * 0.47, WIDTH * 0.8) +
      mark(colour, left, high, WIDTH * 0.115) +
      mark(colour, right, low, WIDTH * 0.115);
  const digit = small ? [points, WIDTH * 0.28, HEIGHT * 0.8, WIDTH * 0.48] : [points, left, low, WIDTH * 0.3];
  return { ground: colour, paths: [["ink", path]], words: [digit] };
}
