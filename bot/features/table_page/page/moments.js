// The great moments of a hand, over the felt for at most four seconds: headline, words, and a look for each kind.

import { preact } from "./preact.js";
import { Card } from "./faces.js";
import { still } from "./motion.js";
import { LOOKS, MOVES } from "./moment_pieces.js";
import { word } from "./words.js";

const { html, useEffect, useLayoutEffect, useRef, useState } = preact;

const SECONDS = 4;
const SHORT = 1.6; // of a plain win
const PAID = 1000; // ms until its chips have come
const BURSTS = 3;
const SHOWN = 4; // cards of the winner
const ALIAS = { "six-gods": "enam-dewa" };
const KINDS = Object.keys(LOOKS);

export function momentKind({ kind }) {
  const name = kind.replaceAll("_", "-");
  const known = ALIAS[name] ?? name;
  return known in LOOKS ? known : "nine-nine";
}

// A turn of fortune comes without words.
function inWords(moment, { seats }) {
  const { name } = seats[moment.chair];
  return moment.headline ? moment : { ...moment, headline: word(`moment-${moment.kind}`), words: word(`moment-${moment.kind}-words`, { name }) };
}

// What is to be celebrated in a scene as staged: moments, the greatest first, or the chairs of plain winners.
export function celebrated(scene) {
  if (!scene?.result) return null;
  const rank = (moment) => KINDS.indexOf(momentKind(moment));
  const moments = scene.result.moments.map((each) => inWords(each, scene)).sort((one, other) => rank(one) - rank(other));
  const winners = Object.keys(scene.seats).filter((chair) => scene.seats[chair].won).map(Number);
  return moments.length || winners.length ? { moments, winners: winners.slice(0, BURSTS) } : null;
}

// `placeOf(chair)`, in pixels of the window, is where a plain win bursts; without it that is the middle.
export function Moments({ scene, placeOf = () => null }) {
  const [shown, show] = useState(null);
  const seen = useRef(null);
  const found = celebrated(scene);
  const key = found ? `${scene.table} ${scene.hand}` : "";
  useEffect(() => {
    if (!scene) return undefined;
    const opened = seen.current === null;
    if (opened || !key || seen.current === key) {
      seen.current = key || seen.current || "";
      return undefined;
    }
    seen.current = key;
    const [wait, seconds] = found.moments.length ? [0, SECONDS] : [PAID, SHORT];
    const timers = [setTimeout(() => show({ ...found, key, scene }), wait), setTimeout(() => show(null), wait + seconds * 1000)];
    return () => {
      timers.forEach(clearTimeout);
      show(null);
    };
  }, [key, scene === null]);
  if (!shown) return null;
  if (shown.moments.length) return html`<${Moment} key=${shown.key} ...${shown} />`;
  return still() ? null : html`<${Win} key=${shown.key} chairs=${shown.winners} placeOf=${placeOf} />`;
}

function Moment({ moments, scene }) {
  const felt = useRef(null);
  const [first, ...more] = moments;
  const kind = momentKind(first);
  const groups = scene.seats[first.chair]?.up ?? [];
  const quiet = still();
  useLayoutEffect(() => {
    if (!quiet) move(felt.current, LOOKS[kind]);
  }, []);
  const words = first.headline.split(/\s+/);
  const length = first.headline.length - 0.6 * (words.length - 1); // blanks are narrow
  const letters = length > 12 ? Math.max(length / 2, ...words.map((each) => each.length)) : length; // on two lines, or one
  const cards = groups.flat();
  const card = (name) => html`<${Card} game=${scene.game} name=${name} label="" small />`;
  return html`<div class=${`moment moment-${kind} ${quiet ? "moment-still" : ""}`} ref=${felt} aria-hidden="true" style=${{ "--letters": letters }}>
    <div class="moment-shade"></div>
    ${!quiet && html`<div class="moment-rays"></div><div class="moment-glow"></div>`}
    ${!quiet && pieces(LOOKS[kind], (i) => kind === "quan-dui" && cards[i % cards.length] && card(cards[i % cards.length]))}
    <div class="moment-told">
      <p class="moment-headline">
        ${words.map((each, i) => html`<span key=${i} data-text=${each} style=${{ "--i": i }}>${each}</span> `)}
      </p>
      ${cards.length > 0 &&
      cards.length <= SHOWN &&
      html`<div class="moment-hand">
        ${groups.map((group) => html`<span class="moment-group">${group.map((name) => html`<span class="moment-card" style=${{ "--i": cards.indexOf(name) }}>${card(name)}</span>`)}</span>`)}
      </div>`}
      <p class="moment-words">${first.words}</p>
      ${more.map((each) => html`<p class="moment-also" key=${each.kind}><b>${each.headline}</b> ${each.words}</p>`)}
    </div>
  </div>`;
}

function Win({ chairs, placeOf }) {
  const felt = useRef(null);
  useLayoutEffect(() => {
    const box = felt.current.getBoundingClientRect();
    chairs.forEach((chair, i) => {
      const place = placeOf(chair);
      const burst = felt.current.children[i];
      if (place) Object.assign(burst.style, { left: `${place.x - box.x}px`, top: `${place.y - box.y}px` });
      move(burst, LOOKS.win, 230, 230);
    });
  }, []);
  return html`<div class="moment moment-win" ref=${felt} aria-hidden="true">
    ${chairs.map((chair) => html`<div class="moment-burst" key=${chair}>${pieces(LOOKS.win, () => null)}</div>`)}
  </div>`;
}

function pieces(look, inside) {
  return look.flatMap(([piece, count]) =>
    Array.from({ length: count }, (_, i) => html`<i key=${piece + i} class=${`piece piece-${piece} piece-${i % 4}`}>${inside(i)}</i>`),
  );
}

function move(felt, look, width = felt.clientWidth, height = felt.clientHeight) {
  const all = [...felt.querySelectorAll(":scope > .piece")];
  for (const [, count, moving] of look) {
    all.splice(0, count).forEach((piece, i) => {
      const [frames, timing] = MOVES[moving](i, count, width, height);
      piece.animate(frames, { fill: "both", ...timing });
    });
  }
}
