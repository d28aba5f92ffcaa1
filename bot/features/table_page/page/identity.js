// Who plays on this page: told by the chat around it, or in Kiu's room by the browser, or else asked.

import { preact } from "./preact.js";
import { chosen, forget, keepPassword, known, knownGuest, password, remember, rememberGuest } from "./people.js";
import { platform } from "./platform.js";
import { Barred, WhoPrompt } from "./prompts.js";
import { hasWord, word } from "./words.js";

const { html, useEffect, useState } = preact;

const ASK_AGAIN = 3000; // ms; an admin takes their time

function keep(person) {
  if (platform.mark) rememberGuest(platform.mark, person);
  else remember(person);
}

function identityOf(person) {
  const { token, name } = person;
  const { mark, code } = platform;
  if (mark) return { person, whose: token, hello: { guest: token, mark, code, name } };
  const secret = password();
  return { person, whose: token, hello: { room: token, name, ...(secret && { password: secret }) } };
}

function first() {
  if (platform.hello) return { whose: platform.whose, hello: platform.hello };
  const person = platform.mark ? knownGuest(platform.mark) : chosen();
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
  const waits = refusal?.reason === "guest-waits";
  // While somebody waits, what they are told stays.
  const again = () => {
    refuse((now) => (waits ? { ...now, asking: true } : null));
    become({ ...identity });
  };
  useEffect(() => {
    if (!waits || refusal.asking) return undefined;
    const timer = setTimeout(again, ASK_AGAIN);
    return () => clearTimeout(timer);
  }, [refusal]);
  const ask = (cards) => html`<${WhoPrompt} key=${refusal?.at} cards=${cards} people=${platform.mark ? [] : known()} refusal=${refusal} tried=${identity?.person} secret=${password()} enter=${enter} />`;
  const bar = (cards) => html`<${Barred} cards=${cards} reason=${word(hasWord(refusal.reason) ? refusal.reason : "not-let-in")} again=${waits ? null : again} />`;
  return {
    identity: refusal && !refusal.asking ? null : identity,
    joined: () => {
      if (identity.person) keep(identity.person);
      refuse(null);
    },
    barred: (frame) => {
      if (frame.reason === "forgotten" && identity.person) forget(identity.person.token);
      if (frame.reason === "guest-waits") keep(identity.person);
      refuse({ ...frame, at: Date.now() });
    },
    prompt: identity && !refusal ? null : platform.hello || !asksAgain(refusal) ? bar : ask,
  };
}

// What another name or password can mend; for the rest it takes another try.
function asksAgain(refusal) {
  return !refusal || /^(name|password)-|^forgotten$/.test(refusal.reason);
}
