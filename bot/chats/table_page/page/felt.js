// The drawn table with everything on it but my own hand and the buttons.
import { preact } from "./preact.js";
import { Seat, places } from "./seats.js";
import { Crowd } from "./crowd.js";
import { Middle } from "./middle.js";
import { play } from "./chips.js";
import { clockwise, dealerOf, known, motions } from "./motions.js";
import { word } from "./words.js";

const { html, useLayoutEffect, useRef, useState } = preact;

const SEATED = 8; // more than these are a crowd
const WIDE = 1.2; // width by height

// One unit is a pixel on a common phone; everything on the table is measured in it.
export function measures(width, height) {
  const wide = width > height * WIDE;
  const unit = wide ? Math.min(width / 560, height / 400) : Math.min(width / 390, height / 430);
  const used = Math.max(0.68, Math.min(1.6, unit));
  return { width, height, wide, unit: used, short: height < 400 * used };
}

// Around whom a ring runs: the chairs that are asked, or the middle where it runs for everybody alike.
export function ringed(scene) {
  const asked = clockwise(scene).filter((chair) => scene.seats[chair].asked);
  if (!scene.clock || scene.clock.pause) return { chairs: [], middle: false };
  const everybody = scene.middle?.window || (scene.game === "kookiew" && asked.length !== 1);
  return everybody ? { chairs: [], middle: true } : { chairs: asked, middle: false };
}

function useSize(box) {
  const [size, setSize] = useState(null);
  useLayoutEffect(() => {
    const measure = () => setSize((old) => {
      const { clientWidth, clientHeight } = box.current;
      return old?.width === clientWidth && old.height === clientHeight ? old : measures(clientWidth, clientHeight);
    });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return size;
}

function still() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

// What has to move since the scene before. Hands keep turning when a scene comes that changes nothing of them.
function useMotions(scene) {
  const last = useRef({ scene: null, moves: [], turns: {}, after: 0, hand: null });
  const seen = last.current;
  if (seen.scene !== scene) {
    const moves = still() ? [] : motions(seen.scene, scene);
    const same = seen.hand === scene.hand && scene.phase === "over" && seen.scene?.phase === "over";
    const turns = Object.fromEntries(moves.filter(({ kind }) => kind === "turn").map(({ chair, delay }) => [chair, delay]));
    last.current = { scene, moves, turns: same ? { ...seen.turns, ...turns } : turns, after: same ? seen.after : known(moves), hand: scene.hand };
  }
  return last.current;
}

function Seats({ scene, size, me, clock, now, name, turns, pressed }) {
  const { width, height, wide, unit, short } = size;
  const lobby = scene.phase === "lobby";
  const chairs = lobby ? Array.from({ length: scene.chairs }, (_, chair) => (chair + (me ?? 0)) % scene.chairs) : clockwise(scene, me);
  const inset = { left: Math.max(45 * unit, 40), top: 48 * unit, bottom: 26 * unit };
  const at = places(chairs.length, wide).map(({ x, y, side }) => {
    const top = short && side === "top" ? 30 * unit : inset.top + y * (height - inset.top - inset.bottom);
    return { side, style: { left: `${inset.left + x * (width - 2 * inset.left)}px`, top: `${top}px` } };
  });
  const won = scene.game === "quandui" && scene.phase === "over";
  return chairs.map((chair, place) => {
    const seat = scene.seats[chair];
    const { style, side } = at[place];
    if (!seat) return html`<span key=${chair} class=${`free at-${side}`} style=${style} aria-hidden="true" />`;
    return html`<${Seat} key=${chair} seat=${seat} chair=${chair} game=${scene.game} style=${style} side=${side} now=${now} name=${name}
      clock=${clock.chairs.includes(chair) ? scene.clock : null} turning=${turns[chair]} hides=${won && seat.won} pressed=${pressed} />`;
  });
}

export function Felt({ scene, now, name, seatPressed }) {
  const box = useRef(null);
  const layer = useRef(null);
  const size = useSize(box);
  const { moves, turns, after } = useMotions(scene);
  useLayoutEffect(() => {
    if (size && moves.length) play(box.current, layer.current, moves);
  }, [moves, size === null]);

  const taken = clockwise(scene);
  const me = taken.find((chair) => scene.seats[chair].me);
  const crowd = taken.length > SEATED || (scene.phase === "lobby" && scene.chairs > SEATED);
  const clock = ringed(scene);
  const banker = dealerOf(scene);
  const alone = (chair, side, style) => html`<${Seat} key=${chair} seat=${scene.seats[chair]} chair=${chair} game=${scene.game} side=${side} style=${style} now=${now} name=${name}
    clock=${clock.chairs.includes(chair) || (clock.middle && chair === banker) ? scene.clock : null} turning=${turns[chair]} pressed=${seatPressed} />`;
  const keeper = crowd && banker !== undefined && banker !== me ? alone(banker, "bank", {}) : null;
  const winner = scene.game === "quandui" && scene.phase === "over" ? taken.map((chair) => scene.seats[chair]).find((seat) => seat.won && seat.up.length > 3) : null;
  return html`<section ref=${box} class=${`felt felt-${scene.game} is-${scene.phase} ${size?.wide ? "felt-wide" : ""} ${size?.short ? "felt-short" : ""} ${crowd ? "felt-crowd" : ""} ${clock.middle ? "is-alike" : ""}`} role="group" aria-label=${word("felt-table", { game: scene.title })}
    style=${size && { "--u": `${size.unit}px`, "--after": `${after}ms` }}>
    <div class="ground" aria-hidden="true"><div class="cloth"><div class="line" /></div></div>
    ${size && html`<${Middle} scene=${scene} size=${size} now=${now} name=${name} clock=${clock.middle && !crowd ? scene.clock : null} keeper=${keeper} winner=${winner} />
      ${crowd ? html`<${Crowd} scene=${scene} ...${size} me=${me} banker=${banker} name=${name} pressed=${seatPressed} />
          ${me !== undefined && alone(me, "bottom", { left: "50%", top: `${size.height - 27 * size.unit}px` })}`
        : html`<${Seats} scene=${scene} size=${size} me=${me} clock=${clock} now=${now} name=${name} turns=${turns} pressed=${seatPressed} />`}`}
    <div ref=${layer} class="flights" aria-hidden="true" />
  </section>`;
}
