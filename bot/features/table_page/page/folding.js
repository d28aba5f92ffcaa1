// The geometry of a card that lies face down and is bent up from below: which part of its back still lies flat,
// and where its face shows. A point that is bent is mirrored at the fold.

// The part of a polygon on one side of the line through `on` with the normal `normal`.
export function cut(polygon, on, normal, side) {
  const away = ([x, y]) => side * ((x - on[0]) * normal[0] + (y - on[1]) * normal[1]);
  return polygon.flatMap((point, index) => {
    const next = polygon[(index + 1) % polygon.length];
    const [here, there] = [away(point), away(next)];
    const kept = here >= 0 ? [point] : [];
    if (here * there >= 0) return kept;
    const share = here / (here - there);
    return [...kept, [point[0] + (next[0] - point[0]) * share, point[1] + (next[1] - point[1]) * share]];
  });
}

// A card of `width` by `height` whose edge at `from` was carried to `to`.
export function folded([width, height], from, to) {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const normal = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const on = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  const card = [[0, 0], [width, 0], [width, height], [0, height]];
  const flat = cut(card, on, normal, 1);
  // The face is printed on the other side, so it is mirrored from left to right before it is mirrored at the fold.
  const bent = cut(card, on, normal, -1).map(([x, y]) => [width - x, y]);
  const [a, b] = normal;
  const shift = 2 * (on[0] * a + on[1] * b);
  const mirror = [1 - 2 * a * a, -2 * a * b, -2 * a * b, 1 - 2 * b * b];
  const matrix = [-mirror[0], -mirror[1], mirror[2], mirror[3],
    mirror[0] * width + shift * a, mirror[1] * width + shift * b];
  const shade = shading([width, height], [width - on[0], on[1]], [a, -b]);
  return { flat, bent, matrix, shade };
}

// The angle of a gradient that runs from the fold into the face, and how far the fold is from its beginning.
function shading([width, height], on, [x, y]) {
  const half = (Math.abs(x) * width + Math.abs(y) * height) / 2;
  return { degrees: Math.atan2(x, -y) * (180 / Math.PI), at: half + (on[0] - width / 2) * x + (on[1] - height / 2) * y };
}

export function clipPath(polygon) {
  return polygon.length < 3 ? "inset(50%)" : `polygon(${polygon.map(([x, y]) => `${x.toFixed(1)}px ${y.toFixed(1)}px`)})`;
}
