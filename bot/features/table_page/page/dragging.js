// Cards under a finger, a mouse or the keys of a keyboard.

import { preact } from "./preact.js";

const { useEffect, useLayoutEffect, useRef, useState } = preact;

const FAR = 7; // px; less is a tap
const SETTLED = 320; // ms; longer than cards take to slide

export function still() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

// Follows one pointer from its press to its release. The window listens, since the pressed card may move in the page.
export function follow(event, { moved, dropped }) {
  if (event.button || !event.isPrimary) return;
  const card = event.currentTarget;
  const { clientX, clientY, pointerId } = event;
  let far = false;
  const at = (next) => ({ dx: next.clientX - clientX, dy: next.clientY - clientY, x: next.clientX, y: next.clientY });
  const move = (next) => {
    if (next.pointerId !== pointerId) return;
    const now = at(next);
    far ||= Math.hypot(now.dx, now.dy) > FAR;
    if (far) moved(now);
  };
  const end = (next) => {
    if (next.pointerId !== pointerId) return;
    for (const [kind, listener] of listeners) removeEventListener(kind, listener);
    if (!far) return;
    swallowClick(card);
    dropped(at(next), next.type === "pointercancel");
  };
  const listeners = [["pointermove", move], ["pointerup", end], ["pointercancel", end]];
  for (const [kind, listener] of listeners) addEventListener(kind, listener);
}

// The release of a drag would count as a tap too.
function swallowClick(card) {
  const stop = (event) => event.stopPropagation();
  card.addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => card.removeEventListener("click", stop, { capture: true }), 0);
}

// A point of the screen in widths and heights of a card from the corner of its board.
export function onBoard(board, { x, y }) {
  const box = board.getBoundingClientRect();
  const card = board.querySelector(".held-place");
  return { x: (x - box.left) / card.offsetWidth, y: (y - box.top) / card.offsetHeight };
}

// The order of elements in the page: that of the cards, but only once they lie still, as moving an element
// ends its transition. The focus stays where it is.
export function useSettled(order) {
  const [settled, setSettled] = useState(order);
  const focused = useRef(null);
  const wanted = order.join();
  useEffect(() => {
    if (settled.join() === wanted) return undefined;
    const timer = setTimeout(() => {
      focused.current = document.activeElement;
      setSettled(order);
    }, SETTLED);
    return () => clearTimeout(timer);
  }, [wanted]);
  useLayoutEffect(() => {
    const card = focused.current;
    focused.current = null;
    if (card?.isConnected && card !== document.activeElement) card.focus({ preventScroll: true });
  }, [settled]);
  const known = settled.filter((key) => order.includes(key));
  return [...known, ...order.filter((key) => !known.includes(key))];
}

// The focus on a board, led by arrow keys: `cards` are those that can have it, by their places.
export function useArrows(board, cards) {
  const [focus, focused] = useState("");
  const keyDown = (event) => {
    const next = arrowTarget(event.key, cards, event.target.dataset.card);
    if (!next || event.shiftKey) return;
    event.preventDefault();
    board.current.querySelector(`[data-card="${next}"]`).focus();
  };
  return { current: cards.has(focus) ? focus : cards.keys().next().value, focused, keyDown };
}

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// The card that an arrow key leads to from another; null if the key is no arrow or the board ends there.
function arrowTarget(pressed, cards, from) {
  const step = STEPS[pressed];
  const here = cards.get(from);
  if (!step || !here) return null;
  let found = null;
  let least = Infinity;
  for (const [key, { x, y }] of cards) {
    const along = (x - here.x) * step[0] + (y - here.y) * step[1];
    const aside = Math.abs((x - here.x) * step[1]) + Math.abs((y - here.y) * step[0]) * 9;
    if (along > 0.01 && along + aside < least) [found, least] = [key, along + aside];
  }
  return found;
}
