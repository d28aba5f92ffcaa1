// The drawn table with everything on it but my own hand and the buttons.
import { preact } from "./preact.js";
import { Seat, places } from "./seats.js";
import { Middle } from "./middle.js";
import { SEATED, clockwise, dealerOf } from "./chairs.js";
import { fitted } from "./fitting.js";
import { still } from "./motion.js";
import { word } from "./words.js";

const { html, useLayoutEffect, useRef, useState } = preact;

const WIDE = 1.2; // width by height
const PHONE = 440; // px
const FEW = 4; // seats

// One unit is a pixel on a common phone; everything on the table is measured in it. Few seats are larger ones.
// A table that was `lying` lies a little longer, so that it stays as it is while lines come and go below. Cards with long
// values have no room side by side on a phone, so there a table stays `upright`.
export function measures({ width, height, letters }, few = false, lying = false, upright = false) {
  const wide = width > height * (WIDE + (upright && width < PHONE && 0.4) - (lying && 0.12));
  const [across, down] = wide ? [few ? 500 : 560, few ? 360 : 400] : [few ? 350 : 390, few ? 365 : 430];
  const unit = Math.max(0.68 * letters, Math.min(few ? 1.9 : 1.6, width / across, height / down));
  return { width, height, letters, wide, unit, short: height < (few ? 350 : 400) * unit };
}

// What the middle needs at its usual size, and by how much it may be larger.
function wantedBy({ game, phase, middle }, ringed) {
  if (phase === "lobby") return { wide: 172, high: 134, most: 1.2 };
  if (phase === "over") return game === "quandui" ? { wide: 176, high: 160, most: 1.7 } : { wide: 112, high: 80, most: 1.3 };
  if (game === "quandui") return { wide: 130, high: 180, most: 1.7 };
  return game === "kookiew" ? { wide: 146, high: ringed ? 200 : 130, most: 1.6 } : { wide: 116, high: middle?.pots.length > 1 ? 150 : 104, most: 1.8 };
}

// Around whom a ring runs: the chairs that are asked, or the middle where it runs for everybody alike.
export function ringed(scene) {
  const asked = clockwise(scene).filter((chair) => scene.seats[chair].asked);
  if (!scene.clock || scene.clock.pause) return { chairs: [], middle: false };
  const everybody = scene.middle?.window || (scene.game === "kookiew" && asked.length !== 1);
  return everybody ? { chairs: [], middle: true } : { chairs: asked, middle: false };
}

// The room that the rest of the page leaves to the table, whatever lies on it.
function useRoom(box) {
  const [room, setRoom] = useState(null);
  useLayoutEffect(() => {
    const area = box.current.parentElement;
    const [app, hand, controls] = [area.closest(".app"), ...[...area.parentElement.children].slice(1)];
    const measure = () => setRoom((old) => {
      const { clientWidth: width, clientHeight } = area;
      const height = hand.offsetLeft > 0 ? clientHeight : Math.max(0, app.clientHeight - area.offsetTop - hand.offsetHeight - controls.offsetHeight);
      const letters = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
      return old?.width === width && old.height === height && old.letters === letters ? old : { width, height, letters };
    });
    measure();
    const observer = new ResizeObserver(measure);
    for (const each of [app, area, hand, controls]) observer.observe(each);
    return () => observer.disconnect();
  }, []);
  return room;
}

// Whether seats around the table have no room, so that they become a list; without any while a hand is played, they have none
// at its end. The middle does not grow while nothing else changes.
function useList(box, size, phase, of, wanted) {
  const [tight, setTight] = useState({ of });
  const last = useRef({}).current;
  const list = tight.of === of && (tight[phase] || (tight.playing && phase === "over"));
  useLayoutEffect(() => {
    if (!size || list) return undefined;
    const key = `${of} ${phase} ${wanted.high}`;
    const fit = () => {
      const share = fitted(box.current, size, last.key === key ? { ...wanted, most: last.share } : wanted);
      Object.assign(last, { key, share, of });
      if (!share) setTight({ ...(tight.of === of && tight), of, [phase]: true });
    };
    if (phase === "over" && last.of === of) return afterFrame(fit);
    return fit();
  });
  return list;
}

// Once what was drawn is on the screen, so that neither waits for the other. Returns how to leave it be.
function afterFrame(deed) {
  let timer;
  const frame = requestAnimationFrame(() => { timer = setTimeout(deed); });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

// What has to move since the scene before. Hands keep turning when a scene comes that changes nothing of them.
export function useMotions(scene, moving) {
  const last = useRef({ scene: null, moves: [], turns: {}, paid: {}, after: 0, hand: null });
  const seen = last.current;
  if (seen.scene !== scene) {
    const moves = !moving || still() ? [] : moving.motions(seen.scene, scene);
    const same = seen.hand === scene.hand && scene.phase === "over" && seen.scene?.phase === "over";
    const laid = Object.entries(scene.seats).flatMap(([chair, seat]) => (seat.laid ? [[chair, seat.laid.turns]] : []));
    const turns = Object.fromEntries([...moves.filter(({ kind }) => kind === "turn").map(({ chair, delay }) => [chair, delay]), ...laid]);
    const kept = same ? seen : { turns: {}, paid: {}, after: 0 };
    // Once it is told who won, all hands have been turned, even those of seats that are made anew.
    const turned = seen.laid && !laid.length ? Object.fromEntries(Object.keys(kept.turns).map((chair) => [chair, -1000])) : kept.turns;
    const after = moves.length ? moving.known(moves) : kept.after;
    last.current = { scene, moves, hand: scene.hand, laid: laid.length > 0, turns: { ...turned, ...turns }, paid: { ...kept.paid, ...(moving?.settledAt(moves) ?? {}) }, after };
  }
  const { moves, turns, paid, after } = last.current;
  // Nobody is shown as paid before the chips are there; the bank of Koo Kiew is settled last.
  const settled = scene.game === "kookiew" ? Math.max(after, ...Object.values(paid)) : after;
  return { moves, turns, after, landing: (chair) => paid[chair] ?? settled };
}

// Where each chair is drawn: in the lobby of a small table the free ones too.
export function seating(scene, { width, height, letters, wide, unit, short, list }, me) {
  const free = scene.phase === "lobby" && scene.chairs <= SEATED;
  const chairs = free ? Array.from({ length: scene.chairs }, (_, chair) => (chair + (me ?? 0)) % scene.chairs) : clockwise(scene, me);
  if (list) return chairs.filter((chair) => scene.seats[chair]).map((chair) => ({ chair, side: "row" }));
  const inset = { left: Math.max(45 * unit, 40 * letters), top: 48 * unit, bottom: 26 * unit };
  const at = places(chairs.length, wide);
  return chairs.map((chair, place) => {
    const { x, y, side } = at[place];
    const top = short && side === "top" ? 30 * unit : inset.top + y * (height - inset.top - inset.bottom);
    return { chair, side, style: { left: `${inset.left + x * (width - 2 * inset.left)}px`, top: `${top}px` } };
  });
}

// `later` has how crowds are drawn and what moves, once it has come.
export function Felt({ scene, now, name, seatPressed, later, motion: { moves, turns, after, landing } }) {
  const box = useRef(null);
  const layer = useRef(null);
  const room = useRoom(box);
  const { game, seats, phase } = scene;
  const taken = clockwise(scene);
  const few = game === "qiuqiu" && phase !== "lobby" && taken.length <= FEW;
  const lying = useRef(false);
  const around = room && measures(room, few, lying.current, game === "kookiew");
  lying.current = Boolean(around?.wide);
  const me = taken.find((chair) => seats[chair].me);
  const crowd = taken.length > SEATED;
  const banker = phase === "lobby" ? undefined : dealerOf(scene);
  const winner = game === "quandui" && phase === "over" ? taken.find((chair) => (seats[chair].laid ?? seats[chair]).up.length > 3) : undefined;
  // As long as I have not opened my cards of Koo Kiew, the table looks as before.
  const open = phase !== "over" || game !== "kookiew" || taken.some((chair) => seats[chair].laid || seats[chair].up.length);
  const looks = open ? phase : "playing";
  const rings = ringed(scene);
  const list = useList(box, around, looks, room && [...Object.values(room), game, taken.length, crowd && !later].join(), wantedBy(scene, rings.middle)) && Boolean(later);
  const size = list ? { ...around, list, unit: Math.min(1.15 * room.letters, room.width / 300), wide: false, short: false } : around;
  useLayoutEffect(() => {
    if (!room || !moves.length) return;
    const play = () => box.current && later.play(box.current, layer.current, moves);
    if (phase === "over") afterFrame(play);
    else play();
  }, [moves, room === null]);

  const since = (chair) => ({ "--after": `${landing(chair)}ms` });
  const atBank = (chair) => crowd && rings.middle && chair === banker;
  // Chromium keeps the width of a plate whose seat comes to another side, so the seat is made anew there.
  const draw = ({ chair, side, style }) => seats[chair]
    ? html`<${Seat} key=${`${chair} ${side}`} seat=${seats[chair]} chair=${chair} game=${game} side=${side} style=${style} since=${since(chair)} now=${now} name=${name}
        clock=${rings.chairs.includes(chair) || atBank(chair) ? scene.clock : null} turning=${turns[chair]} landing=${phase === "over" ? landing(chair) : 0} hides=${chair === winner} pressed=${seatPressed} />`
    : html`<span key=${chair} class="felt-free" style=${style} aria-hidden="true">+</span>`;
  const mine = size && { chair: me, side: list ? "row" : "bottom", style: list ? {} : { left: "50%", top: `${size.height - 27 * size.unit}px` } };
  const keeper = crowd && banker !== undefined && banker !== me ? draw({ chair: banker, side: "bank" }) : null;
  const middleClock = rings.middle && !(crowd && banker !== undefined) ? scene.clock : null;
  const states = [size?.wide && "felt-wide", list && "felt-list", !list && (size?.short || (crowd && size?.height < 460 * size?.unit)) && "felt-short", crowd && "felt-crowd", rings.middle && "is-alike"].filter(Boolean);
  return html`<section ref=${box} class=${`felt felt-${game} is-${looks} ${states.join(" ")}`} role="group" aria-label=${word("felt-table", { game: scene.title })}
    style=${size && { "--u": `${size.unit}px` }}>
    <div class="felt-ground" aria-hidden="true"><div class="felt-cloth"><div class="felt-line" /></div></div>
    ${size && html`<${Middle} key=${String(list || crowd)} after=${after} scene=${scene} now=${now} name=${name} clock=${middleClock} keeper=${keeper} winner=${seats[winner]} turning=${turns[winner]} />
      ${crowd ? later && html`<${later.Crowd} scene=${scene} ...${size} me=${me} banker=${banker} since=${since} name=${name} pressed=${seatPressed} />` : seating(scene, size, me).map(draw)}
      ${crowd && me !== undefined && draw(mine)}`}
    <div ref=${layer} class="felt-flights" aria-hidden="true" />
  </section>`;
}
