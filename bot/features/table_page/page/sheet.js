// Kiu's answers as full-screen pages over the table, each with a way back.

import { preact } from "./preact.js";
import { IconButton } from "./header.js";
import { MessageBody, isEmpty } from "./message_body.js";
import { word } from "./words.js";

const { html, useEffect, useLayoutEffect, useRef } = preact;

const FEW_WORDS = 160;
const TOAST_SECONDS = 5;
const LETTERS = 15; // a second

// How an answer is shown: "nothing", in passing as a "toast", or as a "page".
export function shownAs({ refused, confirms, message }) {
  if (isEmpty(message)) return "nothing";
  const { title, lines, footer, buttons, select, picture, file } = message;
  const more = buttons.length || select || picture || file || confirms;
  return (refused || !title) && !more && [title, ...lines, footer].join(" ").length <= FEW_WORDS ? "toast" : "page";
}

export function sentenceOf({ title, lines, footer }) {
  return [title, ...lines, footer].filter((line) => line.trim()).join(" ");
}

// The amounts of a message come without steps: a tenth of the range or less.
export function withSteps(button) {
  const { least, most, step, named = [] } = button.ask;
  return { ...button, ask: { ...button.ask, named, step: step || 10 ** Math.floor(Math.log10(Math.max(10, most - least)) - 1) } };
}

function Page({ page, top, back, close, press, pending, asked, later }) {
  const heading = useRef(null);
  const scroller = useRef(null);
  const { message, button, confirms } = page;
  useLayoutEffect(() => {
    if (!top) return;
    scroller.current.scrollTop = 0;
    heading.current.focus({ preventScroll: true });
  }, [top, message]);
  const title = button ? button.label.replace(/\s*…$/, "") : message.title;
  // A question without a title is its own heading.
  const [first, ...rest] = title ? [title] : message.lines;
  const shown = title ? message : { ...message, lines: ["", ...rest] };
  const id = `page-${page.key}`;
  return html`<section class=${confirms ? "page confirms" : "page"} role="dialog" aria-modal=${String(top)} aria-labelledby=${id} inert=${!top}>
    <header class="page-bar">
      <${IconButton} icon="back" label=${word("back")} press=${back} />
      ${title && html`<h1 class="page-title" id=${id} tabindex="-1" ref=${heading} dir="auto">${first}</h1>`}
      ${asked && html`<button type="button" class="control primary page-turn" onClick=${close}>${word("your-turn")}</button>`}
    </header>
    <div class="page-scroller" ref=${scroller} tabindex="-1">
      <div class="page-middle">
        ${!title && html`<h1 class="page-question" id=${id} tabindex="-1" ref=${heading}>${first}</h1>`}
        ${button
          ? html`<div class="page-amount"><${later?.Amount ?? "i"} button=${button} first=${Math.max(button.ask.least, button.ask.step)} busy=${false} back=${back} confirm=${(amount) => press(button, amount)} /></div>`
          : html`<${MessageBody} message=${shown} press=${press} pending=${pending} />`}
      </div>
    </div>
  </section>`;
}

// `press(button, page, amount)`; `asked`: it is my turn, so the way to the table is offered.
export function Sheet({ pages, press, back, close, pending, asked, later }) {
  const open = pages.length > 0;
  useEffect(() => {
    if (!open) return undefined;
    const left = (event) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      event.preventDefault();
      back();
    };
    document.addEventListener("keydown", left);
    return () => document.removeEventListener("keydown", left);
  }, [open]);
  return html`<div class="pages">
    ${pages.map((page, i) => html`<${Page} key=${page.key} page=${page} top=${i === pages.length - 1} back=${back} close=${close}
      press=${(button, amount) => press(button, page, amount)} pending=${pending} asked=${asked} later=${later} />`)}
  </div>`;
}

// A few words in passing; `toast` is { words, id }. They are spoken by the page's one live region.
export function Toast({ toast, gone }) {
  useEffect(() => {
    if (!toast) return undefined;
    const timer = setTimeout(gone, Math.max(TOAST_SECONDS, toast.words.length / LETTERS) * 1000);
    return () => clearTimeout(timer);
  }, [toast]);
  return html`<div class="toast-place" aria-hidden="true">${toast && html`<p class="toast" key=${toast.id}>${toast.words}</p>`}</div>`;
}
