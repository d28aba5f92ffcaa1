// The faces and the backs of cards, drawn like the pictures in chats.
import { kept } from "./kept.js";
import { preact } from "./preact.js";
import { WIDTH, HEIGHT, disc, rounded, tidy } from "./shapes.js";
import { dominoFace } from "./dominoes.js";
import { fourColourFace } from "./four_colours.js";
import { dongguanFace } from "./dongguan.js";

const { html } = preact;
const DRAWN = { qiuqiu: dominoFace, kookiew: fourColourFace, quandui: dongguanFace };

// Dominoes are of thick card. The side that is seen below the face, the corners and the edge are as in the pictures.
const THICK = material("thick", 13, 0.11, 0.014);
const THIN = material("thin", 7, 0.1, 0.016);
const MATERIALS = { qiuqiu: THICK, kookiew: THIN, quandui: THIN };

// Width by height, by game.
export const RATIO = Object.fromEntries(Object.entries(MATERIALS).map(([game, { height }]) => [game, WIDTH / height]));

function material(name, side, corner, edge) {
  const inset = (WIDTH * edge) / 2;
  const outline = (bottom) => rounded(inset, inset, WIDTH - inset, bottom - inset, WIDTH * corner - inset);
  return { name, height: HEIGHT + side, edge: tidy(2 * inset), frame: outline(HEIGHT + side) + outline(HEIGHT) };
}

// From the middle of digits down to their baseline, in sizes.
const DOWN = 0.35;

// Faces are computed once: there are at most thirty kinds of a game, each in two sizes.
const known = new Map();

function face(game, name, small) {
  const key = `${game} ${name} ${small}`;
  if (!known.has(key)) known.set(key, DRAWN[game](name, small));
  return known.get(key);
}

function Sheet({ game, kind, small, label, children }) {
  const { name, height, edge, frame } = MATERIALS[game];
  return html`<svg
    class=${`card card-${name} card-${kind}${small ? " card-small" : ""}`}
    viewBox=${`0 0 ${WIDTH} ${height}`}
    role=${label ? "img" : null}
    aria-label=${label || null}
    aria-hidden=${label ? null : "true"}
  >
    ${children}
    <path class="card-frame" d=${frame} stroke-width=${edge} />
  </svg>`;
}

export const Card = kept(({ game, name, label, small = false }) => {
  const { ground, paths, words } = face(game, name, small);
  return html`<${Sheet} game=${game} kind=${ground} small=${small} label=${label}>
    ${paths.map(([ink, path]) => html`<path class=${`card-${ink}`} d=${path} />`)}
    ${words.map(
      ([word, x, y, size, ink = "ink", anchor = "middle"]) =>
        html`<text
          class=${`card-${ink}`}
          x=${tidy(x)}
          y=${tidy(y + size * DOWN)}
          font-size=${tidy(size)}
          text-anchor=${anchor}
          >${word}</text>`,
    )}
  <//>`;
});

export const Back = kept(({ game, label, small = false }) => html`<${Sheet} game=${game} kind="back" small=${small} label=${label}>
    <path class="card-pattern" d=${small ? COARSE : FINE} />
    <path class="card-border" d=${BORDER} />
  <//>`);

const BORDER = rounded(28, 28, WIDTH - 28, HEIGHT - 28, 14);
const FINE = kawung(5, 11);
const COARSE = kawung(3, 7);

// The batik motif: four petals in each cell, between circles that overlap.
function kawung(columns, rows) {
  const [left, top] = [36, 36];
  const [across, down] = [(WIDTH - 2 * left) / columns, (HEIGHT - 2 * top) / rows];
  let path = "";
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      path += flower(left + across * (column + 0.5), top + down * (row + 0.5), across / 2, down / 2);
    }
  }
  return path;
}

function flower(x, y, across, down) {
  const petals = [[1, 1], [-1, 1], [-1, -1], [1, -1]].map(([right, low]) => {
    const at = (share, lower) => `${Math.round(across * share * right)} ${Math.round(down * lower * low)}`;
    const start = `${Math.round(x + across * 0.12 * right)} ${Math.round(y + down * 0.12 * low)}`;
    return `M${start}q${at(0.68, 0.1)} ${at(0.8, 0.8)}q${at(-0.68, -0.1)} ${at(-0.8, -0.8)}z`;
  });
  return petals.join("");
}
