// Who plays on this page: told by the chat around it, or in Kiu's room by the browser, or else asked.

import { preact } from "./preact.js";
import { chosen, forget, keepPassword, known, password, remember } from "./people.js";
import { platform } from "./platform.js";
import { Barred, WhoPrompt } from "./prompts.js";
import { hasWord, word } from "./words.js";

const { html, useState } = preact;

function identityOf(person) {
  const { token, name } = person;
  const secret = password();
  return { person, whose: token, hello: { room: token, name, ...(secret && { password: secret }) } };
}

function first() {
  if (platform.hello) return { whose: platform.whose, hello: platform.hello };
  const person = chosen();
  return person && identityOf(person);
}

// Returns { identity, joined, barred, prompt }; while somebody has to be asked, `prompt(cards)` is what to show.
export function useIdentity() {
  const [identity, become] = useState(first);
  const [refusal, refuse] = useState(null);
  const enter = (person, secret) => {
    if (secret || password()) keepPassword(secret);
    refuse(null);
    become(identityOf(person));
  };
  const ask = (cards) => html`<${WhoPrompt} key=${refusal?.at} cards=${cards} people=${known()} refusal=${refusal} tried=${identity?.person} secret=${password()} enter=${enter} />`;
  const bar = (cards) => html`<${Barred} cards=${cards} reason=${word(hasWord(refusal.reason) ? refusal.reason : "not-let-in")} again=${() => { refuse(null); become({ ...identity }); }} />`;
  return {
    identity: refusal ? null : identity,
    joined: () => identity.person && remember(identity.person),
    barred: (frame) => {
      if (frame.reason === "forgotten" && identity.person) forget(identity.person.token);
      refuse({ ...frame, at: Date.now() });
    },
    prompt: identity && !refusal ? null : platform.hello || !asksAgain(refusal) ? bar : ask,
  };
}

// What another name or password can mend; for the rest it takes another try.
function asksAgain(refusal) {
  return !refusal || /^(name|password)-|^forgotten$/.test(refusal.reason);
}
