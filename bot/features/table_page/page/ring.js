// The ring that runs down around those who are asked. The browser runs it from the time that is left: nothing ticks here.
import { preact } from "./preact.js";

const { html, useMemo } = preact;

export const HURRY = 5; // seconds

// What the browser must know to run a ring: how much is gone already, how long it still runs and when it hurries.
export function course(clock, now) {
  const left = Math.max(0, clock.ends - now);
  return { gone: 1 - Math.min(1, left / Math.max(clock.seconds, left, 0.001)), left, calm: left - HURRY };
}

export function Ring({ clock, now, kind = "" }) {
  const { gone, left, calm } = useMemo(() => course(clock, now()), [clock.ends, clock.seconds, clock.bank]);
  const style = { "--gone": gone.toFixed(4), "--left": `${left.toFixed(2)}s`, "--calm": `${calm.toFixed(2)}s`, "--steps": Math.max(1, Math.ceil(left)) };
  return html`<svg key=${`${clock.ends} ${clock.bank}`} class=${`felt-ring ${clock.bank ? "felt-ring-bank" : ""} ${kind}`} style=${style} viewBox="0 0 100 100" aria-hidden="true">
    <circle class="felt-ring-track" cx="50" cy="50" r="46" />
    <circle class="felt-ring-arc" cx="50" cy="50" r="46" pathLength="1" />
    ${clock.bank && html`<circle class="felt-ring-beads" cx="50" cy="50" r="46" pathLength="60" />`}
  </svg>`;
}
