// The drawn table with everything on it but my own hand and the buttons.
import { preact } from "./preact.js";
import { Seat, places } from "./seats.js";
import { Crowd } from "./crowd.js";
import { Middle } from "./middle.js";
import { play } from "./chips.js";
import { SEATED, clockwise, dealerOf, known, motions, settledAt } from "./motions.js";
import { word } from "./words.js";

const { html, useLayoutEffect, useRef, useState } = preact;

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
  const last = useRef({ scene: null, moves: [], turns: {}, paid: {}, after: 0, hand: null });
  const seen = last.current;
  if (seen.scene !== scene) {
    const moves = still() ? [] : motions(seen.scene, scene);
    const same = seen.hand === scene.hand && scene.phase === "over" && seen.scene?.phase === "over";
    const turns = Object.fromEntries(moves.filter(({ kind }) => kind === "turn").map(({ chair, delay }) => [chair, delay]));
    const fresh = { turns, paid: settledAt(moves), after: known(moves) };
    last.current = { scene, moves, hand: scene.hand, ...(same ? { turns: { ...seen.turns, ...turns }, paid: seen.paid, after: seen.after } : fresh) };
  }
  return last.current;
}

// Where each chair is drawn: in the lobby of a small table the free ones too.
export function seating(scene, { width, height, wide, unit, short }, me) {
  const free = scene.phase === "lobby" && scene.chairs <= SEATED;
  const chairs = free ? Array.from({ length: scene.chairs }, (_, chair) => (chair + (me ?? 0)) % scene.chairs) : clockwise(scene, me);
  const inset = { left: Math.max(45 * unit, 40), top: 48 * unit, bottom: 26 * unit };
  const at = places(chairs.length, wide);
  return chairs.map((chair, place) => {
    const { x, y, side } = at[place];
    const top = short && side === "top" ? 30 * unit : inset.top + y * (height - inset.top - inset.bottom);
    return { chair, side, style: { left: `${inset.left + x * (width - 2 * inset.left)}px`, top: `${top}px` } };
  });
}

export function Felt({ scene, now, name, seatPressed }) {
  const box = useRef(null);
  const layer = useRef(null);
  const size = useSize(box);
  const { moves, turns, paid, after } = useMotions(scene);
  useLayoutEffect(() => {
    if (size && moves.length) play(box.current, layer.current, moves);
  }, [moves, size === null]);

  const { game, seats, phase } = scene;
  const taken = clockwise(scene);
  const me = taken.find((chair) => seats[chair].me);
  const crowd = taken.length > SEATED;
  const banker = phase === "lobby" ? undefined : dealerOf(scene);
  const winner = game === "quandui" && phase === "over" ? taken.find((chair) => seats[chair].won && seats[chair].up.length > 3) : undefined;

  // Nobody is shown as paid before the chips are there; the bank of Koo Kiew is settled last.
  const last = game === "kookiew" ? Math.max(after, ...Object.values(paid)) : after;
  const since = (chair) => ({ "--after": `${paid[chair] ?? last}ms` });
  const rings = ringed(scene);
  const atBank = (chair) => crowd && rings.middle && chair === banker;
  const draw = ({ chair, side, style }) => seats[chair]
    ? html`<${Seat} key=${chair} seat=${seats[chair]} chair=${chair} game=${game} side=${side} style=${{ ...style, ...since(chair) }} now=${now} name=${name}
        clock=${rings.chairs.includes(chair) || atBank(chair) ? scene.clock : null} turning=${turns[chair]} hides=${chair === winner} pressed=${seatPressed} />`
    : html`<span key=${chair} class="felt-free" style=${style} aria-hidden="true" />`;
  const mine = size && { chair: me, side: "bottom", style: { left: "50%", top: `${size.height - 27 * size.unit}px` } };
  const keeper = crowd && banker !== undefined && banker !== me ? draw({ chair: banker, side: "bank" }) : null;
  const middleClock = rings.middle && !(crowd && banker !== undefined) ? scene.clock : null;
  const states = [size?.wide && "felt-wide", size?.short && "felt-short", crowd && "felt-crowd", rings.middle && "is-alike"].filter(Boolean);
  return html`<section ref=${box} class=${`felt felt-${game} is-${phase} ${states.join(" ")}`} role="group" aria-label=${word("felt-table", { game: scene.title })}
    style=${size && { "--u": `${size.unit}px`, "--after": `${after}ms` }}>
    <div class="felt-ground" aria-hidden="true"><div class="felt-cloth"><div class="felt-line" /></div></div>
    ${size && html`<${Middle} scene=${scene} size=${size} now=${now} name=${name} clock=${middleClock} keeper=${keeper} winner=${seats[winner]} />
      ${crowd ? html`<${Crowd} scene=${scene} ...${size} me=${me} banker=${banker} since=${since} name=${name} pressed=${seatPressed} />` : seating(scene, size, me).map(draw)}
      ${crowd && me !== undefined && draw(mine)}`}
    <div ref=${layer} class="felt-flights" aria-hidden="true" />
  </section>`;
}
