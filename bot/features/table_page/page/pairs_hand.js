// My cards of Quan Dui: they sort themselves in two rows, pairs held together, and I can move them.

import { follow, onBoard, useArrows, useSettled } from "./dragging.js";
import { HeldCard, HeldCards } from "./held_card.js";
import { carried, laidOut } from "./laying_out.js";
import { preact } from "./preact.js";
import { word } from "./words.js";

const { html, useEffect, useLayoutEffect, useRef, useState } = preact;

const GAME = "quandui";
const IN_A_ROW = 8;
const SHIFTS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
const WIDE = 960; // px; room for all in one row

// Names of cards as keys: equal cards are told apart by how many came before.
export function keyed(groups) {
  const seen = new Map();
  return groups.map((group) => group.map((name) => {
    seen.set(name, (seen.get(name) ?? 0) + 1);
    return `${name}#${seen.get(name)}`;
  }));
}

export const nameOf = (key) => key.slice(0, key.lastIndexOf("#"));

// Parts groups of names into those in my hand and the dui that lie face up, as keys.
export function parted(groups, up) {
  const open = [];
  const hidden = [...groups];
  for (const name of up) {
    const at = hidden.findIndex((group) => group.length === 2 && group.every((each) => each === name));
    if (at >= 0) open.push(...hidden.splice(at, 1));
  }
  const keys = keyed([...hidden, ...open]);
  return { hidden: keys.slice(0, hidden.length), open: keys.slice(hidden.length) };
}

// Groups in the order in which I laid them; what I never moved, such as a new card, comes last.
export function arranged(groups, own) {
  const rank = (group) => Math.min(...group.map((key) => (own.includes(key) ? own.indexOf(key) : Infinity)));
  return own.length ? [...groups].sort((one, other) => rank(one) - rank(other)) : groups;
}

// The key of the card that I took last: of several alike, one that is single.
export function newestKey(groups, newest) {
  const alike = groups.filter((group) => group.some((key) => nameOf(key) === newest));
  const group = alike.find((each) => each.length === 1) ?? alike.at(-1);
  return newest && group ? group.findLast((key) => nameOf(key) === newest) : "";
}

// How wide groups next to each other are together.
function spanOf(spans) {
  return spans.at(-1).x + spans.at(-1).width - spans[0].x;
}

function useWidth(element) {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const watch = new ResizeObserver(([entry]) => setWidth(entry.contentRect.width));
    watch.observe(element.current);
    return () => watch.disconnect();
  }, []);
  return width;
}

export function PairsHand({ scene, mine, chosen, choose }) {
  const [frame, board] = [useRef(null), useRef(null)];
  const rows = useWidth(frame) >= WIDE ? 1 : 2;
  const [own, setOwn] = useState({ hand: 0, order: [] });
  const [lifted, setLifted] = useState("");
  const [drag, setDrag] = useState(null); // { key, order, dx, dy, from }

  const { hidden, open } = parted(mine.groups, mine.up);
  const sorted = arranged(hidden, own.hand === scene.hand ? own.order : []);
  const shown = drag ? arranged(hidden, drag.order) : sorted;
  const options = { rows, least: rows === 1 ? 0 : IN_A_ROW + 0.6, overlap: (group) => (open.includes(group) ? 0.62 : 0) };
  const { cards, spans, width, height } = laidOut([...shown, ...open], options);
  const rest = laidOut([...sorted, ...open], options);
  const inPage = useSettled(sorted.flat());
  const arrows = useArrows(board, new Map(sorted.flat().map((key) => [key, rest.cards.get(key)])));
  const newest = newestKey(hidden, mine.newest);
  const held = hidden.flat();
  const up = chosen && held.includes(lifted) ? lifted : "";

  // Of two equal cards, the other one is not lifted when the first is gone.
  useEffect(() => {
    if (chosen && !held.includes(lifted)) choose("");
  }, [chosen, lifted, held.join()]);

  const lift = (key) => {
    const same = up === key && chosen === nameOf(key);
    setLifted(same ? "" : key);
    choose(same ? "" : nameOf(key));
  };
  const press = (event, key) => {
    const from = rest.cards;
    let order = sorted.flat();
    follow(event, {
      moved: ({ dx, dy, x, y }) => {
        const now = arranged(hidden, order);
        const at = now.findIndex((group) => group.includes(key));
        const places = laidOut([...now, ...open], options).spans.slice(0, now.length);
        order = carried(now, at, places, onBoard(board.current, { x, y })).flat();
        setDrag({ key, from, dx, dy, order });
      },
      dropped: (_, given) => {
        if (!given) setOwn({ hand: scene.hand, order });
        setDrag(null);
      },
    });
  };
  const shift = (key, by) => {
    const at = sorted.findIndex((group) => group.includes(key));
    const to = at + by;
    if (to < 0 || to >= sorted.length) return;
    const order = [...sorted];
    [order[at], order[to]] = [order[to], order[at]];
    setOwn({ hand: scene.hand, order: order.flat() });
  };
  const keyDown = (event) => {
    const by = event.shiftKey && SHIFTS[event.key];
    if (!by) return arrows.keyDown(event);
    event.preventDefault();
    return shift(event.target.dataset.card, by);
  };

  const dragged = drag ? sorted.find((group) => group.includes(drag.key)) ?? [] : [];
  const card = (key) => {
    const group = shown.find((each) => each.includes(key)) ?? [key];
    const carriedNow = dragged.includes(key);
    const marks = [carriedNow && "dragged", up === key && "lifted", key === newest && "newest"];
    const pair = group.length === 2 ? word("hand-paired") : word("hand-single");
    return html`
      <${HeldCard} key=${key} id=${key} game=${GAME} name=${nameOf(key)} marks=${marks.filter(Boolean).join(" ")}
        place=${(carriedNow ? drag.from : cards).get(key) ?? cards.get(key)} drag=${carriedNow ? drag : null}
        says=${[pair, key === newest && word("hand-newest")].filter(Boolean).join(", ")}
        pressed=${up === key} focusable=${key === arrows.current}
        on=${{ onClick: () => lift(key), onPointerDown: (event) => press(event, key), onFocus: () => arrows.focused(key) }} />`;
  };
  const tray = spans.slice(shown.length);
  return html`
    <div class="hand-frame" ref=${frame}>
      <div class="board pairs" ref=${board}
        style=${{ "--columns": width, "--lines": height }}>
        <${HeldCards} label=${word("hand-my-cards")} keys=${word("hand-keys-order")} onKeyDown=${keyDown}>${inPage.map(card)}<//>
        ${tray.length > 0 && html`
          <div class="tray" aria-hidden="true" style=${{ "--x": tray[0].x, "--y": cards.get(tray[0].group[0]).y, "--span": spanOf(tray) }}></div>
          <${HeldCards} label=${word("hand-face-up")}>
            ${open.flat().map((key) => html`
              <${HeldCard} key=${key} game=${GAME} name=${nameOf(key)} place=${cards.get(key)} locked />`)}
          <//>`}
      </div>
    </div>`;
}
