// The guess of somebody who looks on: who gains most in this hand. No chips go with it.

import { preact } from "./preact.js";
import { Face } from "./seats.js";
import { word } from "./words.js";

const { html, useEffect, useRef } = preact;

const FEW = 8;

function Choices({ scene, chosen, guess }) {
  return html`<div class="guess-choices">
    ${scene.contenders.map((chair) => html`<label class="guess-choice" key=${chair}>
      <input type="radio" name="guess" checked=${chair === chosen} onChange=${() => guess(chair)} />
      <${Face} name=${scene.seats[chair]?.name ?? "?"} /><bdi>${scene.seats[chair]?.name ?? "?"}</bdi>
    </label>`)}
  </div>`;
}

function ManyChoices({ scene, chosen, guess }) {
  return html`<select class="guess-select" aria-labelledby="guess-who" value=${chosen ?? ""} onChange=${(event) => guess(Number(event.target.value))}>
    <option value="" disabled>${word("guess-nobody")}</option>
    ${scene.contenders.map((chair) => html`<option value=${chair}>${scene.seats[chair]?.name ?? "?"}</option>`)}
  </select>`;
}

// `own` is the latest guess that Kiu has of me, `guess(chair)` makes or changes it. Until the hand is settled on this page
// nobody knows who was right.
export function Guess({ scene, own: latest, guess, speak }) {
  const { hand, seats, contenders, mine, result } = scene;
  const own = latest?.hand === hand ? latest : null;
  const settled = Object.values(seats).some(({ net }) => net !== null);
  const told = own && word(settled && own.hit ? "guess-hit" : "guess-made", { name: own.name });
  const tally = own && settled ? word("guess-tally", own) : "";
  const before = useRef(tally);
  useEffect(() => {
    if (tally && !before.current) speak([told, tally]);
    before.current = tally;
  }, [tally]);
  if (contenders.length > 1) {
    const Chosen = contenders.length > FEW ? ManyChoices : Choices;
    return html`<section class="guess" role="group" aria-labelledby="guess-who">
      <p class="guess-who" id="guess-who">${word("guess-who")}</p>
      <${Chosen} scene=${scene} chosen=${own?.chair} guess=${guess} />
    </section>`;
  }
  const all = mine ? "" : result?.guessed;
  if (!told && !all) return null;
  return html`<div class="guess">
    ${told && html`<p class=${settled && own.hit ? "guess-hit" : ""}>${told}</p>`}
    ${(all || tally) && html`<p class="guess-tally">${all} ${tally}</p>`}
  </div>`;
}
