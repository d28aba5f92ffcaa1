// The live regions that a screen reader listens to.

import { preact } from "./preact.js";
import { word } from "./words.js";

const { html, useEffect, useRef, useState } = preact;

const TOGETHER = 120; // milliseconds

// Live regions that are there from the beginning. New lines are new elements, so that equal ones are read again.
export function Speaker({ lines }) {
  const [heard, hear] = useState({ number: 0, lines: [] });
  const waiting = useRef({ lines: [], timer: 0 }).current;
  useEffect(() => {
    waiting.lines.push(...lines);
    if (waiting.timer || !waiting.lines.length) return;
    waiting.timer = setTimeout(() => {
      const together = waiting.lines;
      waiting.lines = [];
      waiting.timer = 0;
      hear(({ number }) => ({ number: number + 1, lines: together }));
    }, TOGETHER);
  }, [lines]);
  useEffect(() => () => clearTimeout(waiting.timer), []);
  const urgent = (line) => line.startsWith(word("spoken-turn"));
  const told = (chosen) => chosen.map((line, i) => html`<p key=${`${heard.number}-${i}`}>${line}</p>`);
  return html`<div class="speaker">
    <div role="status" aria-live="polite" aria-atomic="false">${told(heard.lines.filter((line) => !urgent(line)))}</div>
    <div role="alert" aria-live="assertive" aria-atomic="false">${told(heard.lines.filter(urgent))}</div>
  </div>`;
}
