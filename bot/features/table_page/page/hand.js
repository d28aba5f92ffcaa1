// My hand, above my controls: what I am asked, my cards, my name and chips, and my time.

import { figures, signed } from "./chips.js";
import { DominoHand } from "./domino_hand.js";
import { PairsHand } from "./pairs_hand.js";
import { RATIO } from "./faces.js";
import { Icon } from "./header.js";
import { useLanding } from "./landing.js";
import { still } from "./motion.js";
import { preact } from "./preact.js";
import { toldResult } from "./showdown.js";
import { SqueezeHand } from "./squeeze.js";
import { word } from "./words.js";

const { html, useEffect, useRef, useState } = preact;

const CARDS = { qiuqiu: DominoHand, kookiew: SqueezeHand, quandui: PairsHand };

const LINES = 2; // above the cards at most, so that they keep their place while a hand goes on

// Whether I have a move to make now.
export function asksMe(scene) {
  const { mine, phase } = scene;
  return Boolean(mine && phase === "playing" && mine.buttons.flat().length);
}

// 0:31
export function minutes(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

// The seconds left, anew at each full second.
function useSecondsLeft(ends, now) {
  const [, draw] = useState(0);
  const left = ends - now();
  useEffect(() => {
    let timer;
    const wait = () => {
      const rest = ends - now();
      if (rest <= 0) return;
      timer = setTimeout(() => { draw((count) => count + 1); wait(); }, ((rest % 1) || 1) * 1000 + 15);
    };
    wait();
    return () => clearTimeout(timer);
  }, [ends]);
  return left;
}

function TimeLeft({ clock, now, mineNow }) {
  const left = useSecondsLeft(clock.ends, now);
  const name = clock.pause ? "hand-next" : clock.bank ? "hand-time-bank" : "hand-your-turn";
  return html`
    <span class=${`hand-time ${mineNow && left < 6 ? "late" : ""}`} role="timer" aria-live="off">
      ${word(name, { time: minutes(left) })}
    </span>`;
}

function TimeBar({ clock, now }) {
  const bar = useRef(null);
  useEffect(() => {
    const left = Math.max(0, clock.ends - now());
    const share = Math.min(1, left / (clock.seconds || 1));
    const runs = bar.current.animate(
      [{ transform: `scaleX(${share})` }, { transform: "scaleX(0)" }],
      { duration: left * 1000, fill: "forwards", easing: still() ? `steps(${Math.max(1, Math.ceil(left))})` : "linear" },
    );
    return () => runs.cancel();
  }, [clock.ends, clock.seconds]);
  return html`<div class="time-bar" aria-hidden="true"><span ref=${bar}></span></div>`;
}

function Status({ scene, now, mineNow, known, landing }) {
  const { seats, mine, clock } = scene;
  const { name, net, mark } = seats[mine.chair];
  const stack = useLanding(seats[mine.chair].stack, scene.result ? landing(mine.chair) : 0);
  return html`
    <p class="hand-status">
      <span class="hand-me"><bdi class="hand-name">${name}</bdi> · <span class="hand-stack">${figures(stack)}</span></span>
      ${known && net !== null && stack === seats[mine.chair].stack && html`
        <span class=${`hand-net ${net > 0 ? "won" : ""}`}>${signed(net)}</span>`}
      ${mark && html`<span class="hand-mark">${mark}</span>`}
      ${clock && (mineNow || clock.pause) ? html`<${TimeLeft} clock=${clock} now=${now} mineNow=${mineNow} />`
        : mineNow && html`<span class="hand-time">${word("hand-your-turn-no-clock")}</span>`}
    </p>
    ${mineNow && clock && !clock.pause && html`<${TimeBar} clock=${clock} now=${now} />`}`;
}

// What stands above my cards; of a hand that is over, why its winner won. Cards that I have not opened must not be
// told there.
function linesOf({ game, phase, middle, mine, result, seats }, known) {
  if (phase === "lobby") return [];
  const value = game === "quandui" && !mine.lines.includes(mine.value) && mine.value;
  const [, ...why] = toldResult(result);
  if (phase === "over" && seats[mine.chair].net !== null && why.length) return [...why.slice(0, middle.pots?.length > 1 ? LINES : 1), result.guessed].filter(Boolean);
  return [mine.question, value, ...(known ? mine.lines : [])].filter(Boolean).slice(0, LINES);
}

// What else there is about my hand: a hint with one tap, and the rest.
function Beside({ scene, press, more }) {
  const hint = scene.mine.more.find(({ command }) => command === "hint");
  const rest = scene.mine.more.length > (hint ? 1 : 0) || scene.result;
  return html`<div class="hand-beside">
    ${rest && html`<button type="button" class="hand-corner" aria-label=${word("hand-about")} title=${word("hand-about")} aria-haspopup="dialog" onClick=${more}><${Icon} name="about" /></button>`}
    ${hint && html`<button type="button" class="hand-corner hand-hint" onClick=${() => press(hint)}><${Icon} name="hint" />${hint.label}</button>`}
  </div>`;
}

// `chosen` is the card of Quan Dui that I would discard, `choose` changes it.
export function Hand({ scene, press, now, landing, opening, more, chosen = "", choose = () => {} }) {
  const { mine, game } = scene;
  if (!mine) {
    const [, why] = toldResult(scene.result);
    return why && html`<div class="hand"><div class="hand-lines"><p>${why}</p></div></div>`;
  }
  const [Cards, mineNow] = [CARDS[game], asksMe(scene)];
  const { down, dim } = scene.seats[mine.chair];
  const has = Cards && (mine.groups.length || down);
  const marks = ["hand", game, scene.phase, mineNow && "asked", dim && scene.phase === "playing" && "dim"];
  return html`
    <section class=${marks.filter(Boolean).join(" ")} aria-label=${word("hand-mine")} style=${{ "--ratio": RATIO[game] ?? 0.5 }}>
      <div class="hand-lines">
        ${linesOf(scene, opening.all).map((line) => html`
          <p key=${line} class=${line === mine.question ? "hand-question" : ""}>${line}</p>`)}
      </div>
      ${has ? html`<${Cards} scene=${scene} mine=${mine} chosen=${chosen} choose=${choose} opening=${opening} />` : ""}
      ${opening.all && html`<${Beside} scene=${scene} press=${press} more=${more} />`}
      <${Status} scene=${scene} now=${now} mineNow=${mineNow} known=${opening.all} landing=${landing} />
    </section>`;
}
