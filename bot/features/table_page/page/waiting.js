// An empty table, until there is one.

import { preact } from "./preact.js";

const { html } = preact;

export function Waiting() {
  return html`<main class="welcome waiting" aria-busy="true"><div class="welcome-felt"></div></main>`;
}
