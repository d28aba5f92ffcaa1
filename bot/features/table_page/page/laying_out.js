// Where cards lie on a board, in widths and heights of one card, so that any size of screen can draw it.

export const BETWEEN_PAIRS = 0.17;
export const BETWEEN_ROWS = 0.09;
const BESIDE = 0.03;

// Splits groups into rows of nearly as many cards; no group is torn apart.
export function inRows(groups, rows) {
  if (rows < 2 || groups.length < 2) return [groups];
  const all = groups.flat().length;
  let best = [groups, []];
  for (let at = 1; at <= groups.length; at += 1) {
    const first = groups.slice(0, at).flat().length;
    const uneven = (split) => Math.abs(split * 2 - all - 0.5);
    if (uneven(first) < uneven(best[0].flat().length)) best = [groups.slice(0, at), groups.slice(at)];
  }
  return best.filter((row) => row.length);
}

function widthOf(group, overlap) {
  return 1 + (group.length - 1) * (1 + BESIDE - overlap(group));
}

// Lays groups of card keys in centred rows. `overlap` tells how far the cards of a group lie on one another.
export function laidOut(groups, { rows = 1, least = 0, gap = BETWEEN_PAIRS, overlap = () => 0 } = {}) {
  const lines = inRows(groups, rows);
  const widths = lines.map((line) =>
    line.reduce((sum, group) => sum + widthOf(group, overlap), Math.max(0, line.length - 1) * gap));
  const width = Math.max(least, ...widths);
  const cards = new Map();
  const spans = [];
  lines.forEach((line, row) => {
    let x = (width - widths[row]) / 2;
    const y = row * (1 + BETWEEN_ROWS);
    for (const group of line) {
      group.forEach((key, at) => cards.set(key, { x: x + at * (1 + BESIDE - overlap(group)), y }));
      spans.push({ group, row, x, width: widthOf(group, overlap) });
      x += widthOf(group, overlap) + gap;
    }
  });
  return { cards, spans, width, height: 1 + Math.max(0, lines.length - 1) * (1 + BETWEEN_ROWS) };
}

// The order of groups after the one at `from` was carried to a point of the board.
export function carried(groups, from, spans, point) {
  const last = Math.max(...spans.map((span) => span.row));
  const row = Math.min(last, Math.max(0, Math.floor(point.y / (1 + BETWEEN_ROWS))));
  const others = spans.map((span, index) => ({ ...span, index })).filter((span) => span.index !== from);
  const before = others.filter((span) => span.row < row || (span.row === row && span.x + span.width / 2 < point.x));
  const rest = others.filter((span) => !before.includes(span));
  return [...before.map((span) => groups[span.index]), groups[from], ...rest.map((span) => groups[span.index])];
}

// The card whose middle is nearest to a point.
export function nearest(cards, point) {
  let found = null;
  let least = Infinity;
  for (const [key, { x, y }] of cards) {
    const away = Math.hypot(x + 0.5 - point.x, y + 0.5 - point.y);
    if (away < least) [found, least] = [key, away];
  }
  return found;
}
