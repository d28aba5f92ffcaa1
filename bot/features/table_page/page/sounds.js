// The sounds of the table, made by code. They are off until somebody turns them on.

import { newQuestion, secondsLeft } from "./my_turn.js";
import { remember, remembered } from "./remembering.js";

const KEPT = "kiu-sound";
const VOLUME = 0.4;
const MOST_TONES = 72; // at once
const TICKS = 5;
const SLENDRO = [0, 231, 474, 717, 955]; // cents, of one tuning of many
const BAR = [[1, 1], [2.76, 0.32], [5.4, 0.14]]; // partials, each with its strength
const GONG = [[1, 1], [1.007, 0.7], [1.52, 0.35], [2.74, 0.16]];

// Tones: a wave or noise, begin and length in seconds, loudness, the pitch at its begin and end.
const hiss = (at, long, loud, first, last) => [["noise", at, long, loud, first, last]];
const glide = (at, long, loud, first, last = first) => [["sine", at, long, loud, first, last]];
const knock = (at, long, loud, pitch) => [
  ...glide(at, long, loud, pitch, pitch * 0.6),
  ...hiss(at, long / 2, loud * 0.6, pitch * 4, pitch * 3),
];
const clink = (at, pitch) => [...glide(at, 0.07, 0.2, 3150 * pitch), ...glide(at, 0.05, 0.12, 4870 * pitch)];
const clinks = (count, every) => Array.from({ length: count }, (_, i) => clink(i * every, 1 + ((i * 5) % 7) * 0.03)).flat();
const warm = (at, pitch) => [["triangle", at, 0.55, 0.3, pitch, pitch], ...glide(at, 0.55, 0.15, pitch / 2)];
const struck = (at, long, loud, pitch, partials) =>
  partials.flatMap(([times, strength]) => glide(at, long / Math.sqrt(times), loud * strength, pitch * times));
const bar = (at, step, long = 0.8, loud = 0.18) =>
  struck(at, long, loud, 294 * 2 ** (Math.floor(step / 5) + SLENDRO[step % 5] / 1200), BAR);
const gong = (at) => struck(at, 3.2, 0.4, 147, GONG);

const SOUNDS = {
  deal: [...hiss(0, 0.08, 0.3, 3200, 1400), ...hiss(0.09, 0.08, 0.3, 3000, 1300)],
  flip: [...hiss(0, 0.06, 0.22, 1500, 3600), ...knock(0.055, 0.04, 0.3, 950)],
  chip: clinks(2, 0.045),
  "chips-in": clinks(5, 0.05),
  pot: [...clinks(9, 0.042), ...knock(0.38, 0.12, 0.35, 150)],
  check: [...knock(0, 0.1, 0.75, 210), ...knock(0.14, 0.1, 0.7, 196)],
  fold: hiss(0, 0.24, 0.3, 1500, 320),
  turn: [...warm(0, 440), ...warm(0.16, 587)],
  tick: knock(0, 0.03, 0.4, 1250),
  react: glide(0, 0.12, 0.3, 420, 880),
  win: [5, 7, 9, 10, 12].flatMap((step, i) => bar(i * 0.11, step, 1, 0.22)),
  moment: [
    ...gong(0),
    ...[5, 7, 8, 7, 9, 10, 8, 10, 12].flatMap((step, i) => bar(0.12 + i * 0.14, step)),
    ...[2, 4, 5, 7].flatMap((step, i) => bar(0.12 + i * 0.28, step, 1.2, 0.14)),
    ...bar(1.4, 15, 1.6),
    ...gong(1.4),
  ],
};

export const SOUND_NAMES = Object.keys(SOUNDS);

export class Sounds {
  #context = null;
  #sounding = 0;
  #played = new Map();
  #ticks = [];

  constructor() {
    // What was turned on another day begins with the first gesture of today.
    const begin = () => this.on && this.#begin();
    for (const gesture of ["pointerup", "keydown"]) addEventListener(gesture, begin, { once: true, capture: true });
  }

  get on() {
    return remembered(KEPT) === "on";
  }

  // Turn it on by a gesture.
  set on(on) {
    remember(KEPT, on ? "on" : "off");
    if (on) this.#begin();
    else this.#context?.suspend();
  }

  play(name) {
    const context = this.#context;
    if (!this.on || !context || document.hidden) return;
    const now = context.currentTime;
    if (now - (this.#played.get(name) ?? -1) < 0.04) return;
    this.#played.set(name, now);
    for (const tone of SOUNDS[name] ?? []) this.#sound(now + 0.01, ...tone);
  }

  // Play what follows from a change of scenes, and the last seconds of my turn. `now` is Kiu's clock.
  follow(before, after, now = Date.now() / 1000) {
    for (const name of soundsOf(before, after)) this.play(name);
    this.#ticks.forEach(clearTimeout);
    const left = secondsLeft(after, now);
    const ticks = Array.from({ length: TICKS }, (_, i) => left - TICKS + i).filter((wait) => wait > 0 && wait < 600);
    this.#ticks = ticks.map((wait) => setTimeout(() => this.play("tick"), wait * 1000));
  }

  #begin() {
    this.#context ??= mixed(new AudioContext({ latencyHint: "interactive" }));
    this.#context.resume();
  }

  #sound(start, type, at, long, loud, first, last) {
    if (this.#sounding >= MOST_TONES) return;
    this.#sounding += 1;
    const context = this.#context;
    const from = start + at;
    const noise = type === "noise";
    const source = noise ? new AudioBufferSourceNode(context, { buffer: context.noise }) : new OscillatorNode(context, { type });
    const pitched = noise ? source.connect(new BiquadFilterNode(context, { type: "bandpass" })) : source;
    pitched.frequency.setValueAtTime(first, from);
    pitched.frequency.exponentialRampToValueAtTime(last, from + long);
    const volume = new GainNode(context, { gain: 0.0001 });
    volume.gain.setValueAtTime(0.0001, from);
    volume.gain.exponentialRampToValueAtTime(loud, from + (noise ? long / 5 : 0.005));
    volume.gain.exponentialRampToValueAtTime(0.0001, from + long);
    pitched.connect(volume).connect(context.mix);
    source.start(from);
    source.stop(from + long);
    source.onended = () => {
      this.#sounding -= 1;
      volume.disconnect();
    };
  }
}

function mixed(context) {
  context.mix = new GainNode(context, { gain: VOLUME });
  context.mix.connect(new DynamicsCompressorNode(context)).connect(context.destination);
  context.noise = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
  const samples = context.noise.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  return context;
}

const seatsOf = (scene) => Object.entries(scene.seats);
const held = (scene) => seatsOf(scene).reduce((sum, [, seat]) => sum + seat.down + seat.up.flat().length, 0);
const bets = (scene) => seatsOf(scene).reduce((sum, [, seat]) => sum + seat.bet, 0);

// The sounds that follow from the change of scenes, as they are staged.
export function soundsOf(before, after) {
  if (!before || !after || before.table !== after.table) return [];
  const sounds = new Set();
  if (after.result) over(before, after, sounds);
  else playing(before, after, sounds);
  if (newQuestion(before, after)) sounds.add("turn");
  return [...sounds];
}

function playing(before, after, sounds) {
  const fresh = after.hand !== before.hand;
  if (fresh || held(after) > held(before)) sounds.add("deal");
  const known = seatsOf(after).flatMap(([chair, is]) => (before.seats[chair]?.name === is.name ? [[before.seats[chair], is]] : []));
  const paid = known.filter(([was, is]) => is.stack < was.stack);
  if (paid.length) sounds.add(paid.length > 1 || paid[0][1].stack === 0 ? "chips-in" : "chip");
  if (fresh) return;
  if (bets(before) > 0 && bets(after) === 0) sounds.add("chips-in");
  if (known.some(([was, is]) => is.dim && !was.dim && was.down > 0)) sounds.add("fold");
  const knocked = ([was, is]) => was.asked && !is.asked && !is.dim && is.stack === was.stack;
  if (after.game === "qiuqiu" && known.some(knocked)) sounds.add("check");
}

function over(before, after, sounds) {
  const turned = seatsOf(after).some(([chair, seat]) => seat.up.flat().length > (before.seats[chair]?.up.flat().length ?? 0));
  if (turned) sounds.add("flip");
  const won = (scene) => seatsOf(scene).filter(([, seat]) => seat.won);
  if (won(after).length && !won(before).length) {
    sounds.add("pot");
    if (after.result.moments.length) sounds.add("moment");
    else if (won(after).some(([, seat]) => seat.me)) sounds.add("win");
  }
}
