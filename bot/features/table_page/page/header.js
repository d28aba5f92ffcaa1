// The bar above the table: where this is, and what is always in reach.

import { preact } from "./preact.js";
import { word } from "./words.js";

const { html } = preact;

const SHAPES = {
  back: ["M14.5 5.5 8 12l6.5 6.5"],
  reactions: ["M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17z", "M8.2 14c.8 1.5 2.1 2.3 3.8 2.3s3-.8 3.8-2.3", "M9 9.4v.9M15 9.4v.9"],
  menu: ["M5.5 12h.01M12 12h.01M18.5 12h.01"],
  on: ["M4.5 9.5v5h3.2l4.3 3.6V5.9L7.7 9.5z", "M15.3 9.2a4 4 0 0 1 0 5.6M17.8 6.8a7.4 7.4 0 0 1 0 10.4"],
  off: ["M4.5 9.5v5h3.2l4.3 3.6V5.9L7.7 9.5z", "m15.5 9.8 4.4 4.4m0-4.4-4.4 4.4"],
  watching: ["M3 12s3.2-5.7 9-5.7S21 12 21 12s-3.2 5.7-9 5.7S3 12 3 12z", "M12 9.4a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 0 0 0-5.2z"],
  file: ["M12 4v10.5M7.5 10.5 12 15l4.5-4.5M5 19.5h14"],
  about: ["M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17z", "M12 11v5.2M12 7.8v.1"],
  hint: ["M9.3 17.5c0-2.6-3-3.6-3-7.4a5.7 5.7 0 0 1 11.4 0c0 3.8-3 4.8-3 7.4z", "M9.8 20.6h4.4"],
  next: ["M9.5 5.5 16 12l-6.5 6.5"],
};

export function Icon({ name }) {
  return html`<svg class=${`icon icon-${name}`} viewBox="0 0 24 24" aria-hidden="true">
    ${SHAPES[name].map((path) => html`<path d=${path} />`)}
  </svg>`;
}

export function IconButton({ icon, label, press, ...more }) {
  return html`<button type="button" class="icon-button" aria-label=${label} title=${label} onClick=${press} ...${more}>
    <${Icon} name=${icon} />
  </button>`;
}

// `scene` is null where there is no table; `back`, `menu`, `react` and `setSound` are left out where there is no such thing.
export function Header({ scene, back, menu, react, sound, setSound }) {
  const { title = "Kiu", place = "", hand = "", practice = false, watching = [], watchers = 0 } = scene ?? {};
  const names = [...watching, watchers > watching.length && `+${watchers - watching.length}`].filter(Boolean).join(", ");
  const lookers = word("watching", { names });
  return html`<header class="header">
    ${back && html`<${IconButton} icon="back" label=${word("back")} press=${back} />`}
    <div class="header-words">
      <h1 class="header-title">${title}</h1>
      <p class="header-place">
        ${practice && html`<span class="practice">${word("practice")}</span>`}
        ${place && html`<span class="header-name" dir="auto">${place}</span>`}
        ${hand && html`<span class="header-hand">${word("hand-number", { number: hand })}</span>`}
      </p>
    </div>
    ${watchers > 0 && html`<span class="watching" role="img" aria-label=${lookers} title=${lookers}><${Icon} name="watching" />${watchers}</span>`}
    ${setSound && html`<${IconButton} icon=${sound ? "on" : "off"} label=${word("sounds")} press=${() => setSound(!sound)} aria-pressed=${String(sound)} />`}
    ${react && html`<${IconButton} icon="reactions" label=${word("reactions")} press=${react} aria-haspopup="dialog" />`}
    ${menu && html`<${IconButton} icon="menu" label=${word("menu")} press=${menu} />`}
  </header>`;
}

// A thin line, once the way to Kiu has been lost for longer than a blink.
export function Lost({ lost }) {
  return html`<p class="lost" role="status">${lost && html`<span class="lost-words">${word("reconnecting")}</span>`}</p>`;
}
