// My two cards of Koo Kiew: face down until the banker shows, then squeezed open with a finger.

import { follow, still } from "./dragging.js";
import { Back, Card } from "./faces.js";
import { cardText } from "./held_card.js";
import { preact } from "./preact.js";
import { word } from "./words.js";

const { html, useEffect, useMemo, useRef, useState } = preact;

const GAME = "kookiew";
const BY_ITSELF = 4000; // ms
const ENOUGH = 1 / 3; // of the height of a card
const SPRING = 170; // ms

let folding = null; // how paper folds, once its script has come

// Bends a card as far as its edge was carried from `from` to `to`, both in pixels of the card; flat without `to`.
function bend(card, from, to) {
  const [back, flap] = [card.querySelector(".squeeze-back"), card.querySelector(".squeeze-flap")];
  flap.hidden = !to || !folding;
  back.style.clipPath = "";
  if (!to || !folding) return;
  const { clipPath } = folding;
  const { flat, bent, matrix, shade } = folding.folded([card.clientWidth, card.clientHeight], from, to);
  back.style.clipPath = clipPath(flat);
  flap.style.transform = `matrix(${matrix.map((each) => each.toFixed(4))})`;
  flap.firstElementChild.style.clipPath = clipPath(bent);
  flap.style.setProperty("--fold-angle", `${shade.degrees.toFixed(1)}deg`);
  flap.style.setProperty("--fold-at", `${shade.at.toFixed(1)}px`);
}

// Where the finger has carried the edge: at first it only lifts, and it never slips below the card.
export function carriedTo(from, dx, dy) {
  const up = Math.min(0, dy);
  return [from[0] + dx * Math.min(1, -up / 60), from[1] + up];
}

// The lower corner next to a press, or the middle of the edge.
export function edgeAt(x, width, height) {
  const share = x / width;
  return [share < 0.36 ? 0 : share > 0.64 ? width : width / 2, height];
}

function springBack(card, from, to) {
  const begun = performance.now();
  const step = (time) => {
    const share = 1 - Math.min(1, (time - begun) / SPRING);
    if (!card.isConnected) return;
    bend(card, from, share ? [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share] : null);
    if (share) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

function ClosedCard({ name, open, touched, position }) {
  const card = useRef(null);
  const press = (event) => {
    const box = card.current.getBoundingClientRect();
    const from = edgeAt(event.clientX - box.left, box.width, box.height);
    touched(true);
    import("./later.js").then((later) => { folding = later; }, () => {});
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => touched(false), { once: true });
    follow(event, {
      moved: ({ dx, dy }) => bend(card.current, from, dy < 0 ? carriedTo(from, dx, dy) : null),
      dropped: ({ dx, dy }, given) => {
        if (!given && -dy > box.height * ENOUGH) open();
        else springBack(card.current, from, carriedTo(from, dx, dy));
      },
    });
  };
  return html`
    <button type="button" class="squeeze-card" ref=${card} onPointerDown=${press} onClick=${open}
      aria-label=${word("hand-open-card", { number: position })}>
      <span class="squeeze-back" aria-hidden="true"><${Back} game=${GAME} /></span>
      <span class="squeeze-flap" aria-hidden="true" hidden>
        <span class="squeeze-face"><${Card} game=${GAME} name=${name} label="" /></span>
      </span>
    </button>`;
}

// Which of my cards are open in this hand. They open by themselves too, but not under a finger.
export function useOpening(scene) {
  const { hand, game, mine } = scene ?? {};
  const names = game === GAME && mine ? mine.groups.flat() : [];
  const [opened, setOpened] = useState({ hand: 0, places: [] });
  const [held, setHeld] = useState(false);
  const places = opened.hand === hand ? opened.places : [];
  const all = names.every((_, at) => places.includes(at));
  useEffect(() => {
    if (all || held) return undefined;
    const timer = setTimeout(() => setOpened({ hand, places: [...names.keys()] }), still() ? 0 : BY_ITSELF);
    return () => clearTimeout(timer);
  }, [hand, all, held]);
  const open = useRef();
  open.current = (at) => setOpened({ hand, places: [...places, at] });
  return useMemo(() => ({ places, all, open: (at) => open.current(at), touched: setHeld }), [places.join(), all]);
}

export function SqueezeHand({ scene, mine, opening }) {
  const names = mine.groups.flat();
  const down = names.length ? 0 : scene.seats[mine.chair].down;
  const card = (name, at) => (opening.places.includes(at)
    ? html`<span class="squeeze-open" role="img" aria-label=${cardText(GAME, name)}><${Card} game=${GAME} name=${name} label="" /></span>`
    : html`<${ClosedCard} name=${name} position=${at + 1} open=${() => opening.open(at)} touched=${opening.touched} />`);
  return html`
    <ul class="board squeeze" role="list" aria-label=${word("hand-my-cards")} style=${{ "--columns": 2.3, "--lines": 1 }}>
      ${names.map((name, at) => html`<li key=${`${scene.hand} ${at}`} class="squeeze-place">${card(name, at)}</li>`)}
      ${Array.from({ length: down }, (_, at) => html`
        <li key=${`down ${at}`} class="squeeze-place">
          <span class="squeeze-down" role="img" aria-label=${word("hand-face-down")}><${Back} game=${GAME} /></span>
        </li>`)}
    </ul>
    ${names.length > 0 && html`
      <p class="whole-value" aria-live="polite">
        ${opening.all ? mine.value : html`<span class="hand-tip">${word("hand-squeeze")}</span>`}
      </p>`}`;
}
