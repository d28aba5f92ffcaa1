// My dominoes of QiuQiu, which I can pair otherwise. Kiu counts the best pairs all the same: this is for the eye.

import { follow, onBoard, useArrows, useSettled } from "./dragging.js";
import { HeldCard, HeldCards } from "./held_card.js";
import { laidOut, nearest } from "./laying_out.js";
import { preact } from "./preact.js";
import { word } from "./words.js";

const { html, useRef, useState } = preact;

const GAP = 0.42;
const TILT = 5; // degrees from one domino of a group to the next
const KIU = "9";
const SHORT = 16; // letters; more is a sentence

export function pairValue(pair) {
  const spots = pair.join("-").split("-").reduce((sum, end) => sum + Number(end), 0);
  return String(spots % 10);
}

// Cuts an order of dominoes into groups as large as those of another arrangement.
export function cutLike(order, groups) {
  let at = 0;
  return groups.map((group) => order.slice(at, (at += group.length)));
}

export function swapped(order, one, other) {
  return order.map((each) => (each === one ? other : each === other ? one : each));
}

const sorted = (group) => [...group].sort().join();

export function samePairs(groups, others) {
  return groups.map(sorted).sort().join(" ") === others.map(sorted).sort().join(" ");
}

// The value of each group as I laid them. House rules may count some dominoes otherwise: where Kiu's own values
// show that, other pairs get none.
export function valuesOf(groups, { groups: best, values }) {
  const usual = values.every((value, at) => best[at]?.length === 2 && pairValue(best[at]) === value);
  return groups.map((group) => {
    const known = values[best.findIndex((each) => sorted(each) === sorted(group))];
    return known ?? (usual && values.length && group.length === 2 ? pairValue(group) : "");
  });
}

// What any two of three dominoes are worth together; the small dominoes tell which two.
function PairsOfThree({ names }) {
  return html`<div class="three-pairs" aria-hidden="true">
    ${[2, 1, 0].map((out) => {
      const value = pairValue(names.filter((_, at) => at !== out));
      return html`<span key=${out} class=${`three-pair ${value === KIU ? "kiu" : ""}`}><span class="three-dominoes">${names.map((_, at) => html`<i class=${at === out ? "" : "is-in"} />`)}</span><b key=${value}>${value}</b></span>`;
    })}
  </div>`;
}

export function DominoHand({ scene, mine }) {
  const board = useRef(null);
  const held = mine.groups.flat();
  const hand = `${scene.hand} ${[...held].sort().join()}`;
  const [own, setOwn] = useState({ hand, order: held });
  const [lifted, setLifted] = useState("");
  const [drag, setDrag] = useState(null); // { name, over, dx, dy }

  const order = own.hand === hand ? own.order : held;
  const shown = drag ? swapped(order, drag.name, drag.over) : order;
  const groups = cutLike(shown, mine.groups);
  const { cards, spans, width } = laidOut(groups, { gap: GAP, least: 4.4 });
  const rest = laidOut(cutLike(order, mine.groups), { gap: GAP, least: 4.4 }).cards;
  const inPage = useSettled(order);
  const arrows = useArrows(board, rest);
  const values = valuesOf(groups, mine);
  const arranged = !samePairs(cutLike(order, mine.groups), mine.groups);

  const swap = (one, other) => setOwn({ hand, order: swapped(order, one, other) });
  const tap = (name) => {
    if (lifted && lifted !== name && held.includes(lifted)) swap(lifted, name);
    setLifted(lifted ? "" : name);
  };
  const press = (event, name) => follow(event, {
    moved: ({ dx, dy, x, y }) => setDrag({ name, over: nearest(rest, onBoard(board.current, { x, y })), dx, dy }),
    dropped: ({ x, y }, given) => {
      if (!given) swap(name, nearest(rest, onBoard(board.current, { x, y })));
      setDrag(null);
      setLifted("");
    },
  });
  const groupOf = (name) => groups.findIndex((group) => group.includes(name));
  const card = (name) => {
    const [mineNow, group] = [drag?.name === name, groups[groupOf(name)]];
    const marks = [mineNow && "dragged", lifted === name && "lifted"];
    const place = mineNow ? rest.get(name) : cards.get(name);
    const tilt = mineNow ? 0 : (group.indexOf(name) - (group.length - 1) / 2) * TILT;
    const value = values[groupOf(name)];
    return html`
      <${HeldCard} key=${name} id=${name} game="qiuqiu" name=${name} place=${place} tilt=${tilt}
        marks=${marks.filter(Boolean).join(" ")} pressed=${lifted === name} focusable=${name === arrows.current}
        says=${value && word("hand-in-pair", { value })} drag=${mineNow ? drag : null}
        on=${{ onClick: () => tap(name), onPointerDown: (event) => press(event, name), onFocus: () => arrows.focused(name) }} />`;
  };

  const middle = (at) => (spans[at].x + spans[at].width / 2) / width;
  const between = (at) => (spans[at].x + spans[at].width + GAP / 2) / width;
  const best = html`
    <button type="button" class="hand-best" aria-describedby="hand-best-counts" onClick=${() => setOwn({ hand, order: held })}>
      ${word("hand-best")}
    </button>`;
  return html`
    <div class="board dominoes" ref=${board} style=${{ "--columns": width, "--lines": 1 }}>
      <${HeldCards} label=${word("hand-my-cards")} keys=${word("hand-keys-pairs")} onKeyDown=${arrows.keyDown}>
        ${inPage.map(card)}
      <//>
    </div>
    ${values.some(Boolean) ? html`
      <div class="pair-values" style=${{ "--columns": width }}>
        ${values.map((value, at) => html`
          <span key=${`${at}${value}`} class=${`pair-value ${value === KIU ? "kiu" : ""}`} aria-hidden="true"
            style=${{ left: `${middle(at) * 100}%` }}>${value}</span>`)}
        ${arranged ? best : values.length === 2 && values[1] && html`
          <span class="pair-slash" aria-hidden="true" style=${{ left: `${between(0) * 100}%` }}>/</span>`}
      </div>` : html`
      ${mine.plain && shown.length === 3
        ? html`<${PairsOfThree} names=${shown} /><p class="unseen">${mine.value}</p>`
        : html`<p class=${mine.value.length > SHORT ? "whole-value sentence" : "whole-value"}>${mine.value}</p>`}
      ${arranged && best}`}
    ${arranged && html`<p id="hand-best-counts" class="hand-tip">${word("hand-best-counts")}</p>`}`;
}
