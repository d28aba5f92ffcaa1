// Path data of what is printed on cards, in tenths of a millimetre of a card; holes run the other way round.
import { GLYPHS, SIZE } from "./glyphs.js";

// As the pictures in chats: printed cards are about 2.9 by 5.5 cm.
export const WIDTH = 290;
export const HEIGHT = 550;

export function tidy(number) {
  return Math.round(number * 100) / 100;
}

export function disc(x, y, radius, hole = false) {
  const r = tidy(radius);
  const turn = `${r} ${r} 0 1 ${hole ? 0 : 1} `;
  return `M${tidy(x - r)} ${tidy(y)}a${turn}${tidy(2 * r)} 0a${turn}${tidy(-2 * r)} 0z`;
}

export function ring(x, y, radius, inner) {
  return disc(x, y, radius) + disc(x, y, inner, true);
}

export function box(x, y, across, down, hole = false) {
  const [w, h] = [tidy(2 * across), tidy(2 * down)];
  return `M${tidy(x - across)} ${tidy(y - down)}` + (hole ? `v${h}h${w}v${-h}z` : `h${w}v${h}h${-w}z`);
}

export function rounded(left, top, right, bottom, radius) {
  const [w, h, r] = [right - left - 2 * radius, bottom - top - 2 * radius, radius].map(tidy);
  const turn = (x, y) => `a${r} ${r} 0 0 1 ${x * r} ${y * r}`;
  return `M${tidy(left + radius)} ${tidy(top)}h${w}${turn(1, 1)}v${h}${turn(-1, 1)}h${-w}${turn(-1, -1)}v${-h}${turn(1, -1)}z`;
}

// A star or, with longer valleys, a plain polygon; one corner points up.
export function star(x, y, radius, corners, valley) {
  const points = [];
  for (let step = 0; step < corners * 2; step++) {
    const reach = radius * (step % 2 ? valley : 1);
    const angle = (Math.PI * step) / corners - Math.PI / 2;
    points.push(`${tidy(x + reach * Math.cos(angle))} ${tidy(y + reach * Math.sin(angle))}`);
  }
  return `M${points.join("L")}z`;
}

// A character around a point: its path is relative, so that enlarging its numbers enlarges it.
export function character(sign, x, y, size) {
  const scale = size / SIZE;
  const path = GLYPHS[sign].replace(/-?\d+/g, (number) => {
    const scaled = tidy(number * scale);
    return number < 0 && !scaled ? "-0" : scaled;
  });
  return `M${tidy(x)} ${tidy(y)}${path}`;
}
