// Who somebody is in Kiu's room: one of the people of this browser, or a newcomer who types a name.

import { preact } from "./preact.js";
import { newcomer } from "./people.js";
import { hasWord, word } from "./words.js";

const { html, useEffect, useRef, useState } = preact;

// The cards above a question come after it.
function Above({ cards }) {
  return cards ? html`<${cards} />` : html`<div class="three-cards"></div>`;
}

function Field({ name, kind, value, change, field, problem }) {
  return html`<label class="prompt-field"><span>${word(name)}</span>
    <input type=${kind} value=${value} ref=${field} maxlength=${kind === "text" ? 24 : 200} autocomplete=${kind === "text" ? "nickname" : "current-password"}
      aria-describedby=${problem ? "prompt-problem" : undefined} onInput=${(event) => change(event.target.value)} />
  </label>`;
}

// `refusal` is why Kiu has not let `tried` in, if it has not; `enter(person, password)`.
export function WhoPrompt({ people, refusal, tried, secret, enter, cards }) {
  const reason = refusal?.reason ?? "";
  const [name, setName] = useState(refusal?.suggestion ?? tried?.name ?? "");
  const [password, setPassword] = useState(secret);
  const [problem, setProblem] = useState(reason === "name-needed" || !reason ? "" : word(hasWord(reason) ? reason : "name-needed", refusal));
  const field = useRef(null);
  const secretFirst = reason.startsWith("password");
  const asksPassword = secretFirst || secret !== "";
  useEffect(() => field.current.focus(), []);
  const send = (event) => {
    event.preventDefault();
    const typed = name.trim();
    const same = people.find((each) => each.token === tried?.token && each.name === typed);
    if (typed) enter(same ?? newcomer(typed), password);
    else setProblem(word("name-needed"));
  };
  return html`<main class="prompt"><form class="prompt-form" novalidate onSubmit=${send}>
    <${Above} cards=${cards} />
    <h1 class="page-title">${word("who-title")}</h1>
    ${people.length > 0 && html`<div class="page-options">
      ${people.map((person) => html`<button type="button" class="page-option" onClick=${() => enter(person, password)}><span dir="auto">${person.name}</span></button>`)}
    </div>`}
    <${Field} name="who-name" kind="text" value=${name} change=${setName} field=${secretFirst ? null : field} problem=${problem} />
    ${asksPassword && html`<${Field} name="who-password" kind="password" value=${password} change=${setPassword} field=${secretFirst ? field : null} problem=${problem} />`}
    <p class="prompt-problem" id="prompt-problem" role="alert">${problem}</p>
    <button type="submit" class="control primary">${word("enter")}</button>
  </form></main>`;
}

// Nobody can say who they are here, as in a chat whose word has run out: what is wrong, and another try.
export function Barred({ reason, again, cards }) {
  const heading = useRef(null);
  useEffect(() => heading.current.focus(), [reason]);
  return html`<main class="prompt"><div class="prompt-form">
    <${Above} cards=${cards} />
    <h1 class="page-title" tabindex="-1" ref=${heading}>${reason}</h1>
    ${again && html`<button type="button" class="control primary" onClick=${again}>${word("try-again")}</button>`}
  </div></main>`;
}
