// One card of my hand: a button that can be dragged, at its place on a board.

import { still } from "./dragging.js";
import { Card } from "./faces.js";
import { preact } from "./preact.js";

const { html, useLayoutEffect, useRef } = preact;

const COMES = [{ opacity: 0, translate: "0 -3.5rem" }, { opacity: 1, translate: "0 0" }];
const APART = 28; // ms between cards that come together

// How a card is read aloud, in the manner of the game.
export function cardText(game, name) {
  return game === "qiuqiu" ? name.replace("-", "\u2011") : name.replaceAll("-", " ");
}

// The cards of a board, in the order in which they are read.
export function HeldCards({ label, keys, onKeyDown, children }) {
  return html`
    <ul class="held" role="list" aria-label=${label} aria-describedby=${keys && "hand-keys"} onKeyDown=${onKeyDown}>${children}</ul>
    ${keys && html`<p id="hand-keys" class="unseen">${keys}</p>`}`;
}

// `place` is { x, y } in cards, `drag` { dx, dy } in pixels; `marks` are class names; `says` follows the card's name.
// A `locked` card cannot be pressed.
export function HeldCard({ game, name, id, place, tilt = 0, drag, marks = "", says = "", locked, pressed, focusable, on }) {
  const label = [cardText(game, name), says].filter(Boolean).join(", ");
  const element = useRef(null);
  // Once, and not in CSS, which would repeat it whenever the element is moved in the page.
  useLayoutEffect(() => {
    const options = { duration: 300, delay: place.x * APART, easing: "cubic-bezier(0.2, 0.8, 0.2, 1)", fill: "backwards" };
    if (!still()) element.current.animate(COMES, options);
  }, []);
  const style = { "--x": place.x, "--y": place.y, "--tilt": `${tilt}deg` };
  if (drag) style.translate = `${drag.dx}px ${drag.dy}px`;
  const face = html`<span class="held-face" aria-hidden="true"><${Card} game=${game} name=${name} label="" /></span>`;
  return html`
    <li ref=${element} class=${`held-place ${marks}`} style=${style}>
      ${locked ? html`<span class="held-card" role="img" aria-label=${label}>${face}</span>` : html`
        <button type="button" class="held-card" data-card=${id} aria-label=${label} aria-pressed=${pressed}
          tabindex=${focusable ? 0 : -1} ...${on}>${face}</button>`}
    </li>`;
}
