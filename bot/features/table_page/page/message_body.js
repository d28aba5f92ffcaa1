// What a message of Kiu holds, drawn for a whole page. Whatever people or games write is only ever set as text.

import { preact } from "./preact.js";
import { Icon } from "./header.js";
import { size } from "./words.js";

const { html } = preact;

const isAddress = (line) => /^https?:\/\/\S+$/.test(line);

// Lines up to an empty one belong together; of those that are rows as many as follow each other are one table.
export function paragraphs(lines, rows = {}) {
  const groups = [[]];
  lines.forEach((line, place) => {
    const group = groups.at(-1);
    const row = rows[place];
    if (row && group.at(-1)?.rows) group.at(-1).rows.push(row.cells);
    else if (row) group.push({ heads: row.heads, rows: [row.cells] });
    else if (line.trim()) group.push({ line });
    else if (group.length) groups.push([]);
  });
  return groups.filter((group) => group.length);
}

export function isEmpty({ title, lines, footer, buttons, select, picture, file }) {
  return !title && !lines.some((line) => line.trim()) && !footer && !buttons.length && !select && !picture && !file;
}

function Line({ line }) {
  const item = line.startsWith("• ");
  const text = item ? line.slice(2) : line;
  const [, term, rest] = (item && text.match(/^([^:]{1,40}:)(\s.*)$/)) || [null, "", text];
  return html`<p class=${item ? "page-item" : "page-line"} dir="auto">
    ${isAddress(text) ? html`<a href=${text} target="_blank" rel="noopener">${text}</a>` : html`${term && html`<b>${term}</b>`}${rest}`}
  </p>`;
}

const isNumber = (cell) => /^[+\u2212±-]?[\d.,\s]+$/.test(cell);

function Table({ heads, rows }) {
  const ends = rows[0].map((_, column) => (rows.every((row) => isNumber(row[column])) ? "page-number" : ""));
  return html`<table class="page-table">
    <thead><tr>${heads.map((head, column) => html`<th scope="col" class=${ends[column]}>${head}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${row.map((cell, column) => html`<td class=${ends[column]} dir="auto">${cell}</td>`)}</tr>`)}</tbody>
  </table>`;
}

// What is rarely read.
function Folded({ fold: { sign, lines } }) {
  return html`<details class="page-fold"><summary>${sign}</summary>${lines.map((line) => html`<${Line} line=${line} />`)}</details>`;
}

export function PageButton({ button, press, pending }) {
  const busy = pending === button.command;
  return html`<button type="button" class=${`control ${button.style}`} aria-busy=${String(busy)}
    onClick=${() => busy || press(button)}>${button.label}</button>`;
}

function Options({ select: { prompt, options }, press }) {
  return html`<div class="page-options" role="group" aria-label=${prompt}>
    <p class="page-prompt">${prompt}</p>
    ${options.map((option) => html`<button type="button" class="page-option" onClick=${() => press(option)}>
      <span dir="auto">${option.label}</span><${Icon} name="next" />
    </button>`)}
  </div>`;
}

function Download({ file: { name, bytes, src } }) {
  return html`<a class="page-file" href=${src} download=${name}><${Icon} name="file" /><span>${name}</span> <small>${size(bytes)}</small></a>`;
}

// All but the title; buttons look like those of the table. `pending` is the command under way, or "".
export function MessageBody({ message, press, pending }) {
  const { lines, rows, footer, fold, buttons, select, picture, file } = message;
  return html`<div class="page-content">
    ${picture && html`<img class="page-picture" src=${picture.src} alt=${picture.alt} width=${picture.width} height=${picture.height} />`}
    ${paragraphs(lines, rows).map((group) => html`<div class="page-group">${group.map((each) => (each.rows ? html`<${Table} ...${each} />` : html`<${Line} ...${each} />`))}</div>`)}
    ${file && html`<${Download} file=${file} />`}
    ${select && html`<${Options} select=${select} press=${press} />`}
    ${buttons.length > 0 && html`<div class="page-buttons">
      ${buttons.map((row) => html`<div class="page-row">
        ${row.map((button) => html`<${PageButton} button=${button} press=${press} pending=${pending} />`)}
      </div>`)}
    </div>`}
    ${fold && html`<${Folded} fold=${fold} />`}
    ${footer && html`<p class="page-footer">${footer}</p>`}
  </div>`;
}
