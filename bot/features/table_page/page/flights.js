// Motions as they are seen: chips that fly, and cards and bets that come to their place.

import { FLIGHT, Stack } from "./chips.js";
import { preact } from "./preact.js";

const { html, render } = preact;

// Plays motions on the table that was just drawn. `layer` lies above everything and takes the chips that fly.
export function play(table, layer, all) {
  const moves = all.filter(({ kind }) => kind !== "turn");
  if (!moves.length) return;
  const origin = layer.getBoundingClientRect();
  const find = (spot) => [...table.querySelectorAll(`[data-spot="${spot}"]`)].find((each) => each.checkVisibility());
  // In a list bets are not drawn: what they do is seen at their seat.
  const seek = (spot) => find(spot) ?? find(spot.replace("bet", "seat")) ?? (/^(po|stock|offered)/.test(spot) ? find("pot") ?? table.querySelector(".felt-middle") : null);
  const centre = (element) => {
    const box = element.getBoundingClientRect();
    return { x: box.left + box.width / 2 - origin.left, y: box.top + box.height / 2 - origin.top };
  };
  const small = moves.filter(({ kind }) => kind === "fly").length > 12;
  // All is measured before anything moves, since each move would lay the page out anew.
  const measured = moves.flatMap((move) => {
    const from = seek(move.from);
    const to = from && seek(move.kind === "fly" ? move.to : move.spot);
    return to ? [{ move, to, places: [centre(from), centre(to)] }] : [];
  });
  for (const { move, to, places } of measured) {
    if (move.kind === "fly") fly(layer, { ...move, small }, ...places);
    else arrive(to, move, ...places);
  }
}

function fly(layer, { amount, delay, small }, from, to) {
  const chips = layer.appendChild(document.createElement("span"));
  chips.className = "felt-flying";
  render(html`<${Stack} amount=${amount} columns=${small ? 1 : 2} most=${small ? 2 : 4} />`, chips);
  const high = Math.min(60, Math.hypot(to.x - from.x, to.y - from.y) / 5);
  const at = (x, y, scale) => `translate(${x}px, ${y}px) scale(${scale})`;
  const steps = [
    { transform: at(from.x, from.y, 0.8), opacity: 0, easing: "ease-in" },
    { transform: at(from.x, from.y, 1), opacity: 1, offset: 0.12, easing: "cubic-bezier(0.4, 0, 0.7, 0.6)" },
    { transform: at((from.x + to.x) / 2, (from.y + to.y) / 2 - high, 1.12), opacity: 1, offset: 0.5, easing: "cubic-bezier(0.3, 0.4, 0.4, 1)" },
    { transform: at(to.x, to.y, 1), opacity: 1, offset: 0.9 },
    { transform: at(to.x, to.y, 0.9), opacity: 0 },
  ];
  const running = chips.animate(steps, { duration: FLIGHT, delay, fill: "both" });
  running.finished.catch(() => undefined).then(() => chips.remove());
}

// Moves by `translate`, since cards of a fan are turned by their `transform`.
function arrive(element, { delay }, from, to) {
  const steps = [{ translate: `${from.x - to.x}px ${from.y - to.y}px`, opacity: 0 }, { opacity: 1, offset: 0.2 }, { translate: "0 0", opacity: 1 }];
  element.animate(steps, { duration: 420, delay, easing: "cubic-bezier(0.2, 0.7, 0.3, 1)", fill: "backwards" });
}
