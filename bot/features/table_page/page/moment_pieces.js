// What falls, flies and turns in a moment, and how: at most some thirty pieces, moved by transform and opacity alone.

import { frame, sampled, scatter } from "./motion.js";

// Pieces of each kind of moment: what, how many, how they move. The rarest moment first.
export const LOOKS = {
  "enam-dewa": [["beam", 6, "descend"], ["orb", 6, "orbit"], ["spark", 10, "twinkle"]],
  "empat-balak": [["wave", 2, "ring"], ["spark", 14, "burst"], ["spark", 8, "twinkle"]],
  "murni-besar": [["spot", 26, "rain"]],
  "murni-kecil": [["orb", 18, "orbit"], ["spark", 8, "twinkle"]],
  "quan-dui": [["card", 16, "wheel"], ["spark", 12, "twinkle"]],
  "nine-nine": [["wave", 2, "ring"], ["chip", 16, "fountain"], ["spark", 12, "twinkle"]],
  "broken-bank": [["half", 2, "split"], ["chip", 22, "spill"]],
  "knock-out": [["bang", 1, "stamp"], ["spark", 14, "burst"]],
  comeback: [["streak", 16, "rise"], ["chip", 8, "fountain"], ["spark", 6, "twinkle"]],
  win: [["wave", 1, "ring"], ["chip", 10, "burst"], ["spark", 6, "burst"]],
};

// Pieces come and go softly.
const seen = (t) => Math.min(1, 12 * t, 6 * (1 - t));

const OUT = "cubic-bezier(.12,.75,.3,1)";

// A throw from (x, y) by (dx, dy) that falls by `fall` in the end, tumbling.
function thrown(i, [x, y, dx, dy, fall], duration, delay) {
  const turn = (scatter(i, 5) - 0.5) * 500;
  const at = (t) =>
    frame(x + dx * t, y + dy * t + fall * t * t, {
      turn: turn * t,
      tumble: 900 * t * scatter(i, 6),
      scale: 0.75 + 0.6 * scatter(i, 7),
      opacity: seen(t),
    });
  return [sampled(at, 12), { duration, delay }];
}

// Each returns keyframes and timing of piece `i` of `n` on a felt of w × h, measured from its middle.
export const MOVES = {
  fountain: (i, n, w, h) => {
    const side = i % 2 ? 1 : -1;
    const path = [side * w * 0.42, h * 0.5, -side * w * (0.15 + 0.5 * scatter(i)), -h * (1.9 + 0.9 * scatter(i, 1)), h * 2.1];
    return thrown(i, path, 1500 + 500 * scatter(i, 2), 350 + (i / n) * 1300);
  },
  burst: (i, n, w, h) => {
    const angle = ((i + 0.6 * scatter(i)) / n) * 2 * Math.PI;
    const far = Math.min(w, h) * (0.35 + 0.35 * scatter(i, 1));
    return thrown(i, [0, 0, Math.cos(angle) * far, Math.sin(angle) * far, far * 0.3], 900 + 400 * scatter(i, 2), 280);
  },
  spill: (i, n, w, h) => {
    const dx = (scatter(i) - 0.5) * w * 1.1;
    return thrown(i, [dx * 0.15, -h * 0.05, dx, -h * 0.75 * scatter(i, 1), h * 1.15], 1500, 620 + (i / n) * 700);
  },
  rain: (i, n, w, h) => {
    const x = ((i * 7) % n) / (n - 1) - 0.5;
    return thrown(i, [x * w, -h * 0.62, 0, h * 0.35, h * 0.9], 1300 + 700 * scatter(i, 1), (i / n) * 1500);
  },
  rise: (i, n, w, h) => {
    const x = ((i + scatter(i)) / n - 0.5) * w;
    const size = 0.5 + scatter(i, 2);
    const frames = [[0.55, 0], [0.1, 0.9], [-0.6, 0]].map(([y, opacity]) => frame(x, y * h, { scale: size, opacity }));
    return [frames, { duration: 800 + 500 * scatter(i, 1), delay: 1100 * scatter(i, 3), iterations: 2 }];
  },
  twinkle: (i, n, w, h) => {
    const angle = i * 2.4;
    const far = 0.22 + 0.24 * Math.sqrt((i + 1) / n);
    const at = (scale, turn) => frame(Math.cos(angle) * far * w, Math.sin(angle) * far * h, { scale, turn });
    return [[at(0, 0), at(0.6 + scatter(i), 45), at(0, 90)], { duration: 760, delay: 500 + 180 * i, iterations: 2 }];
  },
  orbit: (i, n, w, h) => {
    const at = (t) => {
      const angle = (i / n) * 2 * Math.PI + 3.4 * t;
      const far = Math.min(1, 0.2 + 2.4 * t);
      const scale = (1 + 0.35 * Math.sin(angle)) * (n > 9 ? 0.6 : 1);
      return frame(Math.cos(angle) * far * w * 0.42, Math.sin(angle) * far * Math.min(w, h) * 0.36, { scale, opacity: seen(t) });
    };
    return [sampled(at, 24), { duration: 3300, delay: 350 }];
  },
  descend: (i, n, w, h) => {
    const turn = (i - (n - 1) / 2) * -15;
    const at = (scale, opacity) => frame(0, -h * 0.56, { turn, scale, opacity });
    return [[at(0.3, 0), at(1, 1), at(1, 0.55), at(1.05, 0)], { duration: 3300, delay: 110 * i, easing: "ease-out" }];
  },
  wheel: (i, n, w, h) => {
    const angle = Math.floor(i / 2) * 45 + (i % 2 ? 9.5 : -9.5);
    const far = Math.min(w, h) * 0.42;
    const at = (t) => {
      const spread = Math.min(1, 4 * t) ** 0.6;
      const turn = angle * spread + 50 * t;
      const way = ((turn - 90) * Math.PI) / 180;
      return frame(Math.cos(way) * far * spread, Math.sin(way) * far * spread, { turn, opacity: seen(t) });
    };
    return [sampled(at, 30), { duration: 3600, delay: 60 }];
  },
  split: (i, n, w, h) => {
    const side = i ? 1 : -1;
    const shake = [0, 6, -6, 5, 0].map((x) => frame(x, 0));
    const end = frame(side * w * 0.3, h * 0.75, { turn: side * 65, opacity: 0 });
    return [[...shake, frame(side * 12, -8, { turn: side * 7 }), frame(side * 26, -6, { turn: side * 12 }), end], { duration: 1500 }];
  },
  stamp: () => {
    const at = (scale, turn, opacity = 1) => frame(0, 0, { scale, turn, opacity });
    return [[at(2.6, -30, 0), at(0.94, -6), at(1.04, -9), at(1, -8)], { duration: 520, delay: 80, easing: "ease-out" }];
  },
  ring: (i, n, w, h) => {
    const at = (scale, opacity) => frame(0, 0, { scale: (scale * Math.max(w, h)) / 200, opacity });
    return [[at(0.05, 0.95), at(1.25, 0)], { duration: 900, delay: 260 + 190 * i, easing: OUT }];
  },
};
