// The ring that runs down around those who are asked. The browser runs it from the time that is left: nothing ticks here.
import { preact } from "./preact.js";

const { html, useMemo } = preact;

export const HURRY = 5; // seconds

// What the browser must know to run a ring: how long it runs in all, how much is gone already, and when it hurries.
export function course(clock, now) {
  const left = Math.max(0, clock.ends - now);
  const whole = Math.max(clock.seconds, left, 0.001);
  return { whole, gone: whole - left, calm: left - HURRY };
}

// Each half of the ring turns out of sight behind its edge, which takes no painting.
export function Ring({ clock, now, kind = "" }) {
  const { whole, gone, calm } = useMemo(() => course(clock, now()), [clock.ends, clock.seconds, clock.bank]);
  const style = { "--whole": `${whole.toFixed(2)}s`, "--gone": `${-gone.toFixed(2)}s`, "--calm": `${calm.toFixed(2)}s`, "--steps": Math.max(1, Math.ceil(whole / 2)) };
  return html`<span key=${`${clock.ends} ${clock.bank}`} class=${`felt-ring ${clock.bank ? "felt-ring-bank" : ""} ${kind}`} style=${style} aria-hidden="true">
    <span class="felt-ring-half"><i /></span><span class="felt-ring-half"><i /></span>
    ${clock.bank && html`<svg class="felt-ring-beads" viewBox="0 0 100 100"><circle cx="50" cy="50" r="46.5" pathLength="60" /></svg>`}
  </span>`;
}
