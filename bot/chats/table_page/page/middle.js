// What lies in the middle of the table: the pot, the bank or the discards.
import { preact } from "./preact.js";
import { Back, Card, RATIO } from "./faces.js";
import { Stack, figures } from "./chips.js";
import { Ring } from "./ring.js";
import { word } from "./words.js";

const { html } = preact;

function Said({ scene }) {
  return scene.said && html`<p class="said" dir="auto">${scene.said}</p>`;
}

function Lobby({ scene }) {
  const taken = Object.keys(scene.seats).length;
  return html`<p class="middle-title" aria-hidden="true">${scene.title}</p>
    <p class="middle-line">${word("felt-seats", { taken, chairs: scene.chairs })}</p>
    ${scene.stakes && html`<p class="middle-line soft" dir="auto">${scene.stakes}</p>`}
    <${Said} scene=${scene} />`;
}

function Rounds({ middle }) {
  if (middle.rounds < 2) return null;
  return html`<span class="rounds" aria-hidden="true">${Array.from({ length: middle.rounds }, (_, round) => html`<i class=${round <= middle.round ? "is-on" : ""} />`)}</span>`;
}

function Pots({ pots }) {
  if (pots.length < 2) return null;
  return html`<p class="pots">${pots.map(({ amount }, place) => html`<span class="pot">${word(place ? "felt-side-pot" : "felt-main-pot", { amount: figures(amount) })}</span>`)}</p>`;
}

function Pot({ scene }) {
  const { middle } = scene;
  return html`<span class="heap" data-spot="pot"><${Stack} amount=${middle.pot} columns=${3} most=${6} kind="chips-heap" /></span>
    <p class="amount">${word("felt-pot", { amount: figures(middle.pot) })}</p>
    <${Rounds} middle=${middle} />
    <${Pots} pots=${middle.pots} />
    <${Said} scene=${scene} />`;
}

function Bank({ scene, clock, now, keeper }) {
  const { bank, staked, stage } = scene.middle;
  const cover = stage === "over" ? null : scene.middle.cover;
  const share = cover ? Math.min(1, staked / cover) : 0;
  return html`${keeper}
    <div class="bank">${clock && html`<${Ring} clock=${clock} now=${now} kind="ring-wide" />`}
      <span class="heap" data-spot="pot"><${Stack} amount=${bank} columns=${3} most=${5} kind="chips-heap" /></span>
      <p class="amount">${word("felt-bank", { amount: figures(bank) })}</p></div>
    ${staked > 0 && html`<p class="middle-line">${word("felt-staked", { amount: figures(staked) })}</p>`}
    ${staked > 0 && cover !== null && html`<p class="middle-line soft">${word("felt-cover", { amount: figures(cover) })}</p>`}
    ${cover > 0 && html`<span class="cover" aria-hidden="true"><i style=${{ transform: `scaleX(${share.toFixed(3)})` }} /></span>`}
    <${Said} scene=${scene} />`;
}

// The discard that is offered lies apart, so it is not in the rows as well.
export function pondOf({ discards, offered }) {
  return offered && discards.at(-1) === offered ? discards.slice(0, -1) : discards;
}

// As many columns as fit; more of them when the rows would be more than four.
export function pondColumns(count, room) {
  return Math.max(Math.floor(room / 17.5), Math.ceil(count / 4));
}

function Discards({ scene, name, size }) {
  const { game, middle } = scene;
  const pond = pondOf(middle);
  const named = pond.map((card) => name?.(game, card) ?? card).join(", ");
  const label = pond.length ? word("felt-discards", { cards: named }) : word("felt-no-discards");
  const room = Math.max(142, Math.min(300, size.width / size.unit - (size.wide ? 400 : 254)));
  return html`<div class="pond" data-spot="pond" role="img" aria-label=${label} style=${{ "--columns": pondColumns(pond.length, room), "--room": room.toFixed(1) }}>
    ${pond.map((card, place) => html`<span class=${`slot ${place === pond.length - 1 && !middle.offered ? "is-latest" : ""}`} style=${{ aspectRatio: RATIO[game] }} data-spot=${`pond-${place}`}><${Card} game=${game} name=${card} small /></span>`)}
  </div>`;
}

function Offered({ scene, clock, now, name }) {
  const { game, middle } = scene;
  if (!middle.offered) return null;
  return html`<div class="offered">
    ${clock && html`<${Ring} clock=${clock} now=${now} kind="ring-wide" />`}
    <span class="slot" key=${`${middle.discards.length} ${middle.offered}`} role="img" aria-label=${word("felt-offered", { card: name?.(game, middle.offered) ?? middle.offered })} data-spot="offered" style=${{ aspectRatio: RATIO[game] }}><${Card} game=${game} name=${middle.offered} /></span>
  </div>`;
}

// When somebody has won, the hand that won lies where the discards were.
function Winning({ scene, seat }) {
  return html`<div class="winning" data-spot="pot" aria-hidden="true">
    ${seat.up.map((group) => html`<span class="group">${group.map((card) => html`<span class="slot" style=${{ aspectRatio: RATIO[scene.game] }}><${Card} game=${scene.game} name=${card} small /></span>`)}</span>`)}
    ${seat.value && html`<span class="value" dir="auto">${seat.value}</span>`}
  </div>`;
}

function Stock({ scene }) {
  const { stock } = scene.middle;
  return html`<span class="stock" role="img" aria-label=${word("felt-stock-label", { count: stock })}>
    <span class="stock-pile" data-spot="stock">${stock > 0 && [0, 1, 2].slice(0, stock).map((up) => html`<span class="slot" style=${{ "--up": up, aspectRatio: RATIO[scene.game] }}><${Back} game=${scene.game} small /></span>`)}</span>
    <span class="stock-count">${word("felt-stock", { count: stock })}</span>
  </span>`;
}

function Pond({ scene, clock, now, name, winner, size }) {
  if (winner) return html`<${Winning} scene=${scene} seat=${winner} /><${Said} scene=${scene} />`;
  return html`<${Discards} scene=${scene} name=${name} size=${size} />
    <div class="table-row" data-spot="pot"><${Stock} scene=${scene} /><${Offered} scene=${scene} clock=${clock} now=${now} name=${name} />${scene.middle.offered && html`<span class="stock" />`}</div>
    <${Said} scene=${scene} />
    ${scene.middle.window && html`<p class="asks" dir="auto">${scene.question}</p>`}`;
}

export function Middle(props) {
  const { scene } = props;
  const drawn = scene.middle ? { qiuqiu: Pot, kookiew: Bank, quandui: Pond }[scene.game] : Lobby;
  return html`<div class="middle">${drawn && html`<${drawn} ...${props} />`}</div>`;
}
