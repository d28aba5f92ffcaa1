// A question for an amount of chips, in place of the buttons: a slider with steps, usual amounts, or typing.

import { figures } from "./chips.js";
import { preact } from "./preact.js";
import { word } from "./words.js";

const { html, useEffect, useRef, useState } = preact;

const GROUPED = /^\d{1,3}(?:[.,'’\s]\d{3})+$/;
const THOUSANDS = /^(\d{1,9})(?:[.,](\d{1,2}))? ?(?:k|rb|ribu)$/i;

// The amount that a text means; NaN if it is none.
export function amountTyped(text) {
  const typed = text.trim();
  if (GROUPED.test(typed)) return Number(typed.replace(/\D/g, ""));
  const thousands = THOUSANDS.exec(typed);
  if (thousands) return Number(thousands[1]) * 1000 + Number((thousands[2] ?? "").padEnd(3, "0"));
  return /^\d{1,13}$/.test(typed) ? Number(typed) : NaN;
}

// How many steps lead from the least to the most; the last may be shorter.
export function stepsOf({ least, most, step }) {
  return Math.max(1, Math.ceil((most - least) / Math.max(1, step)));
}

export function amountAt(ask, place) {
  return Math.min(ask.most, ask.least + place * Math.max(1, ask.step));
}

// The place of an amount among the steps, not whole for one between two.
export function placeOf(ask, amount) {
  return amount >= ask.most ? stepsOf(ask) : Math.max(0, (amount - ask.least) / Math.max(1, ask.step));
}

// The next amount up or down that is a whole step.
export function stepped(ask, amount, by) {
  const place = placeOf(ask, amount);
  return amountAt(ask, Math.max(0, by > 0 ? Math.floor(place) + 1 : Math.ceil(place) - 1));
}

export function allowed({ least, most }, amount) {
  return Number.isInteger(amount) && amount >= least && amount <= most;
}

// "Raise to …" becomes "Raise to 60".
export function withAmount(label, amount) {
  return `${label.replace(/\s*(?:…|\.\.\.)\s*$/, "")} ${figures(amount)}`;
}

export function Amount({ button, first, busy, confirm, back }) {
  const { ask } = button;
  const [text, setText] = useState(figures(first));
  const slider = useRef(null);
  const amount = amountTyped(text);
  const fits = allowed(ask, amount);
  const place = fits ? placeOf(ask, amount) : 0;
  const set = (next) => setText(figures(next));
  const send = () => fits && confirm(amount);
  const key = (event) => {
    if (event.key === "Escape") { event.stopPropagation(); back(); }
    if (event.key === "Enter" && event.target.matches("input")) send();
  };
  useEffect(() => slider.current.focus({ preventScroll: true }), []);
  const step = (by) => set(fits ? stepped(ask, amount, by) : by > 0 ? ask.least : ask.most);
  const range = word("hand-range", { least: figures(ask.least), most: figures(ask.most) });
  return html`
    <div class="amount" role="group" aria-label=${ask.prompt} onKeyDown=${key}>
      <div class="amount-row">
        <p class="amount-prompt">${ask.prompt}</p>
        <input class="amount-number" inputmode="numeric" autocomplete="off" enterkeyhint="done" value=${text}
          aria-label=${ask.prompt} aria-invalid=${!fits} aria-describedby=${fits ? undefined : "amount-range"}
          style=${{ "--letters": Math.max(3, text.length) }} onInput=${(event) => setText(event.target.value)}
          onFocus=${(event) => event.target.select()} onBlur=${() => fits && set(amount)} />
      </div>
      ${!fits && html`<p id="amount-range" class="amount-wrong" role="alert">${range}</p>`}
      <div class="amount-row">
        <button type="button" class="amount-step" aria-label=${word("hand-less")} disabled=${fits && amount <= ask.least}
          onClick=${() => step(-1)}>−</button>
        <input class="amount-slider" type="range" ref=${slider} min="0" max=${stepsOf(ask)} value=${Math.round(place)}
          style=${{ "--filled": place / stepsOf(ask) }} aria-label=${ask.prompt} aria-valuetext=${fits ? figures(amount) : range}
          onInput=${(event) => set(amountAt(ask, Number(event.target.value)))} />
        <button type="button" class="amount-step" aria-label=${word("hand-more")} disabled=${fits && amount >= ask.most}
          onClick=${() => step(1)}>+</button>
      </div>
      ${ask.named.length > 0 && html`
        <div class="amount-named">
          ${ask.named.map((each) => html`
            <button type="button" key=${each.label} class="control chip" aria-pressed=${amount === each.amount}
              onClick=${() => set(each.amount)}>
              <span>${each.label} <b>${figures(each.amount)}</b></span>
            </button>`)}
        </div>`}
      <div class="controls-row">
        <button type="button" class="control quiet amount-back" onClick=${back}>${word("hand-back")}</button>
        <button type="button" class="control primary" disabled=${!fits} aria-busy=${busy} onClick=${send}>
          ${fits ? withAmount(button.label, amount) : button.label}
        </button>
      </div>
    </div>`;
}
