// What is thrown, drawn on 48 × 48.

import { preact } from "./preact.js";

const { html } = preact;

const pen = (stroke, width, fill = "none") => ({
  fill,
  stroke,
  "stroke-width": width,
  "stroke-linecap": "round",
  "stroke-linejoin": "round",
});
const FACE = pen("#b9770f", 1.5, "#ffcf4a");
const SHINE = pen("rgb(255 255 255 / 65%)", 2.5);
const LINE = pen("#4a2b05", 3);
const HAND = pen("#8a4f1f", 1.8, "#f3bd84");
const STEM = pen("#2f9a57", 2, "#2f9a57");
const ROSE = pen("#8f1030", 1.5, "#e8335a");
const FOLD = pen("#8f1030", 1.6);
const STEAM = pen("rgb(255 255 255 / 75%)", 2.2);
const TOMATO = pen("#8e1710", 1.5, "#e0352b");
const LEAF = pen("#1f6a2c", 1, "#3fa34d");

const face = (features) => html`<g>
  <circle ...${FACE} cx="24" cy="24" r="20" /><path ...${SHINE} d="M9 19a16 16 0 0 1 13-11" />${features}
</g>`;

const PICTURES = {
  wkwk: () =>
    face(html`<path ...${LINE} d="m11 20 4.5-4.5L20 20m8 0 4.5-4.5L37 20" />
      <path fill="#4a2b05" d="M11 25h26a13 13 0 0 1-26 0z" /><path fill="#fffdf6" d="M13.5 25h21v3.5h-21z" />
      <path fill="#e0453c" d="M16.5 35a8 8 0 0 1 15 0 13 13 0 0 1-15 0z" />
      <path fill="#58b7ee" d="M8 22q-6 6-3 9.5t6-1 -3-8.5zm32 0q6 6 3 9.5t-6-1 3-8.5z" />`),
  wow: () =>
    face(html`<circle fill="#fffdf6" cx="16.5" cy="19" r="5.5" /><circle fill="#fffdf6" cx="31.5" cy="19" r="5.5" />
      <circle fill="#4a2b05" cx="16.5" cy="19" r="2.6" /><circle fill="#4a2b05" cx="31.5" cy="19" r="2.6" />
      <path ...${LINE} d="M11 10.5q5-3.5 9-1.5m17 1.5q-5-3.5-9-1.5" /><ellipse fill="#4a2b05" cx="24" cy="34" rx="5" ry="6.5" />`),
  aduh: () =>
    face(html`<path ...${LINE} d="m11 15 8 4-8 4m26-8-8 4 8 4M14 34q2.5-4 5 0t5 0 5 0 5 0" />
      <path fill="#58b7ee" d="M39 5q7 8 4 11.5t-7-.5 3-11z" />`),
  gg: () => html`<path fill="#e0453c" d="m15 26-6 19 8-3 5 5 4-17z" /><path fill="#58b7ee" d="m33 26 6 19-8-3-5 5-4-17z" />
    <circle ...${FACE} cx="24" cy="20" r="17" /><circle fill="#f0b02c" stroke="#fff0b8" stroke-width="1.5" cx="24" cy="20" r="13" />
    <text fill="#5f3600" font-family="system-ui, sans-serif" font-weight="900" font-size="14" x="24" y="25.5" text-anchor="middle">GG</text>`,
  mantap: () => html`<path ...${HAND} d="M16 22 23 7q1-4 4-3 5 2 3 9l-1 5h11q5 1 4 5l-4 16q-1 4-5 4H16z" />
    <path ...${HAND} fill="none" d="M34 25h8m-8 6h7m-8 6h6" /><path fill="#2a76b8" d="M5 20h11v25H5z" />`,
  rose: () => html`<path ...${STEM} d="M24 24q2 10-2 22m1-9q6-6 11-5-1 7-11 7m0-1q-6-6-10-4 1 6 9 6" />
    <path ...${ROSE} d="M9 9q6 0 8-5 4-3 7-3t7 3q2 5 8 5 1 16-15 19Q8 25 9 9z" />
    <path ...${FOLD} d="M9 9q6 11 15 19M39 9q-6 11-15 19M17 4q2 8 7 8t7-8M19 12q1 8 5 8 6-1 6-9" />`,
  kopi: () => html`<path ...${STEAM} d="M17 14q-4-4 0-7t0-6m8 13q-4-4 0-7t0-6" />
    <path fill="none" stroke="#e9e2d2" stroke-width="4" d="M35 22h4q5 0 5 5t-6 6h-5" /><path fill="#fff8e9" d="M7 18h29v11q0 13-14 13T7 29z" />
    <ellipse fill="#6b3f1d" stroke="#e9e2d2" stroke-width="2" cx="21.5" cy="18" rx="14.5" ry="4" /><path fill="#e9e2d2" d="M3 42h37q-3 5-9 5H12q-6 0-9-5z" />`,
  tomato: () => html`<path ...${TOMATO} d="M24 12Q38 6 44 20q3 20-20 25Q1 40 4 20 10 6 24 12z" />
    <path ...${SHINE} d="M10 22q1-6 6-7" />
    <path ...${LEAF} d="M24 14q-6-2-12 1 3-6 9-5-1-5 4-8-1 5 1 7 6-3 11 2-7-1-9 2-1 4-1 6-3-2-3-5z" />`,
};

const SPLAT = html`<path ...${TOMATO} d="M24 10q7-14 8-2 0 8 6 5 12-6 5 4-5 5 1 8 10 8-2 8-9-1-6 8 2 11-4 4-5-5-9 1-5 9-8 0-2-8-9-4-10 5-6-4 2-7-5-9-7-4 2-6 8-1 3-8-7-11 3-7 7 3 9-2z" />
  <path ...${SHINE} d="M17 21q3-4 8-3" />`;

// `hit` is how it looks when it has arrived.
export function ReactionPicture({ kind, hit = false }) {
  return html`<svg class="reaction-picture" viewBox="0 0 48 48" aria-hidden="true" focusable="false">
    ${hit && kind === "tomato" ? SPLAT : PICTURES[kind]()}
  </svg>`;
}
