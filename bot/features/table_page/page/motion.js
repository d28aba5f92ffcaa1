// What all pieces in flight have in common.

export function still() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

// A number from 0 to 1 that looks like chance, yet is the same each time.
export function scatter(i, salt = 0) {
  const x = Math.sin(i * 127.1 + salt * 311.7 + 1) * 43758.5453;
  return x - Math.floor(x);
}

export function frame(x, y, { turn = 0, tumble = 0, scale = 1, opacity = 1 } = {}) {
  const transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) rotate(${turn.toFixed(1)}deg) rotateX(${tumble.toFixed(1)}deg) scale(${scale.toFixed(3)})`;
  return { transform, opacity };
}

// Keyframes of `at(t)` for t from 0 to 1; straight pieces between them look like a curve.
export function sampled(at, steps = 9) {
  return Array.from({ length: steps + 1 }, (_, i) => at(i / steps));
}
