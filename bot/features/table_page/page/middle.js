// What lies in the middle of the table: the pot, the bank or the discards.
import { preact } from "./preact.js";
import { FLIGHT, Stack, figures } from "./chips.js";
import { useLanding } from "./landing.js";
import { Ring } from "./ring.js";
import { Slot, Up } from "./seats.js";
import { toldResult } from "./showdown.js";
import { word } from "./words.js";

const { html } = preact;

// The latest event, or who has won; why they did stands below.
function Said({ scene: { said, result } }) {
  const [who] = toldResult(result);
  return (who || said) && html`<p class=${`felt-said ${who ? "felt-won-line" : ""}`}>${who ?? said}</p>`;
}

function Lobby({ scene }) {
  const taken = Object.keys(scene.seats).length;
  return html`<p class="felt-middle-title" aria-hidden="true">${scene.title}</p>
    <p class="felt-middle-line">${word("felt-seats", { taken, chairs: scene.chairs })}</p>
    ${scene.question && html`<p class="felt-missing">${scene.question}</p>`}
    ${scene.stakes && html`<p class="felt-middle-line felt-soft">${scene.stakes}</p>`}
    <${Said} scene=${scene} />`;
}

function Rounds({ middle }) {
  if (middle.rounds < 2) return null;
  return html`<span class="felt-rounds" aria-hidden="true">${Array.from({ length: middle.rounds }, (_, round) => html`<i class=${round <= middle.round ? "is-on" : ""} />`)}</span>`;
}

function Pots({ pots }) {
  if (pots.length < 2) return null;
  return html`<p class="felt-pots">${pots.map(({ amount }, place) => html`<span class="felt-pot">${word(place ? "felt-side-pot" : "felt-main-pot", { amount: figures(amount) })}</span>`)}</p>`;
}

// Bets that lie before their seats still are in the pot, but not on its heap.
function Pot({ scene }) {
  const { middle } = scene;
  const before = Object.values(scene.seats).reduce((sum, { bet }) => sum + bet, 0);
  const heap = useLanding(Math.max(0, middle.pot - before), FLIGHT);
  return html`<span class="felt-heap" data-spot="pot"><${Stack} amount=${heap} columns=${3} most=${6} kind="felt-chips-heap" /></span>
    <p class="felt-amount">${word("felt-pot", { amount: figures(middle.pot) })}</p>
    <${Rounds} middle=${middle} />
    <${Pots} pots=${middle.pots} />
    <${Said} scene=${scene} />`;
}

function Bank({ scene, clock, now, keeper }) {
  const { bank, staked, stage } = scene.middle;
  const cover = stage === "over" ? null : scene.middle.cover;
  const share = cover ? Math.min(1, staked / cover) : 0;
  return html`${keeper}
    <div class="felt-bank">${clock && html`<${Ring} clock=${clock} now=${now} kind="felt-ring-wide" />`}
      <span class="felt-heap" data-spot="pot"><${Stack} amount=${bank} columns=${3} most=${5} kind="felt-chips-heap" /></span>
      <p class="felt-amount">${word("felt-bank", { amount: figures(bank) })}</p></div>
    ${staked > 0 && html`<p class="felt-middle-line">${word("felt-staked", { amount: figures(staked) })}</p>`}
    ${staked > 0 && cover !== null && html`<p class="felt-middle-line felt-soft">${word("felt-cover", { amount: figures(cover) })}</p>`}
    ${cover > 0 && html`<span class="felt-cover" aria-hidden="true"><i style=${{ transform: `scaleX(${share.toFixed(3)})` }} /></span>`}
    ${stage !== "showing" && html`<${Said} scene=${scene} />`}`;
}

// The discard that is offered lies apart, so it is not in the rows as well.
export function pondOf({ discards, offered }) {
  return offered && discards.at(-1) === offered ? discards.slice(0, -1) : discards;
}

function Discards({ scene, name }) {
  const { game, middle } = scene;
  const pond = pondOf(middle);
  const named = pond.map((card) => name?.(game, card) ?? card).join(", ");
  const label = pond.length ? word("felt-discards", { cards: named }) : word("felt-no-discards");
  return html`<div class="felt-pond" data-spot="pond" role="img" aria-label=${label}>
    ${pond.map((card, place) => html`<${Slot} game=${game} card=${card} kind=${place === pond.length - 1 && !middle.offered ? "is-latest" : ""} spot=${`pond-${place}`} />`)}
  </div>`;
}

function Offered({ scene, clock, now, name }) {
  const { game, middle } = scene;
  if (!middle.offered) return null;
  return html`<div class="felt-offered">
    ${clock && html`<${Ring} clock=${clock} now=${now} kind="felt-ring-wide" />`}
    <${Slot} key=${`${middle.discards.length} ${middle.offered}`} game=${game} card=${middle.offered} large spot="offered" label=${word("felt-offered", { card: name?.(game, middle.offered) ?? middle.offered })} />
  </div>`;
}

function Stock({ scene }) {
  const { stock } = scene.middle;
  return html`<span class="felt-stock" role="img" aria-label=${word("felt-stock-label", { count: stock })}>
    <span class="felt-stock-pile" data-spot="stock">${stock > 0 && [0, 1, 2].slice(0, stock).map((up) => html`<${Slot} game=${scene.game} style=${{ "--up": up }} />`)}</span>
    <span class="felt-stock-count">${word("felt-stock", { count: stock })}</span>
  </span>`;
}

// When somebody has won, the hand that won lies where the discards were.
function Pond({ scene, clock, now, name, winner, turning }) {
  if (winner) return html`<div data-spot="pot" aria-hidden="true"><${Up} seat=${{ ...winner, ...winner.laid }} game=${scene.game} turning=${turning} kind="felt-winning" /></div><${Said} scene=${scene} />`;
  return html`<${Discards} scene=${scene} name=${name} />
    <div class="felt-row" data-spot="pot"><${Stock} scene=${scene} /><${Offered} scene=${scene} clock=${clock} now=${now} name=${name} /></div>
    <${Said} scene=${scene} />
    ${scene.middle.window && html`<p class="felt-asks">${scene.question}</p>`}`;
}

export function Middle(props) {
  const { scene } = props;
  const drawn = scene.middle ? { qiuqiu: Pot, kookiew: Bank, quandui: Pond }[scene.game] : Lobby;
  return html`<div class="felt-middle" style=${{ "--after": `${props.after}ms` }}>${drawn && html`<${drawn} ...${props} />`}</div>`;
}
