// A card of each game, which says without words what is played here.

import { Card } from "./faces.js";
import { preact } from "./preact.js";

const { html } = preact;

const ONE_OF_EACH = { kookiew: "green-general", qiuqiu: "6-4", quandui: "1-wan" };

export function ThreeCards() {
  return html`<div class="three-cards" aria-hidden="true">
    ${Object.entries(ONE_OF_EACH).map(([game, name]) => html`<${Card} game=${game} name=${name} />`)}
  </div>`;
}
