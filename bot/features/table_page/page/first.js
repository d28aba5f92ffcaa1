// What the page itself brings: who somebody is, and the line to Kiu. All that draws a table comes meanwhile.

import { useIdentity } from "./identity.js";
import { useKiu } from "./kiu.js";
import { platform } from "./platform.js";
import { preact } from "./preact.js";
import { Waiting } from "./waiting.js";

const { html, render, useEffect, useState } = preact;

const AGAIN = 1500; // ms

function come(tries = 0) {
  const { href } = document.querySelector("link[rel=modulepreload]");
  // What a browser could not fetch it does not ask for again under the same address.
  return import(tries ? `${href}?${tries}` : href).catch(async () => {
    await new Promise((done) => setTimeout(done, AGAIN));
    return come(tries + 1);
  });
}

const coming = come();

function Page() {
  const { identity, joined, barred, prompt } = useIdentity();
  const kiu = useKiu(identity, { joined, barred });
  const [table, setTable] = useState(null);
  useEffect(() => {
    platform.ready();
    coming.then(setTable);
  }, []);
  if (prompt) return prompt(table?.ThreeCards);
  if (table) return html`<${table.App} kiu=${kiu} />`;
  return html`<div class="app">
    <header class="header"><div class="header-words"><h1 class="header-title">Kiu</h1></div></header>
    <${Waiting} />
  </div>`;
}

render(html`<${Page} />`, document.getElementById("app"));
