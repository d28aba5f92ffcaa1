// Reactions: little things thrown at a seat. Each has a word, for which no emoji is needed.

import { preact } from "./preact.js";
import { frame, sampled, scatter, still } from "./motion.js";
import { word } from "./words.js";
import { ReactionPicture } from "./reaction_pictures.js";

const { html, useEffect, useLayoutEffect, useRef, useState } = preact;

export const REACTIONS = ["wkwk", "wow", "aduh", "gg", "mantap", "rose", "kopi", "tomato"];

const CHEERS = ["wow", "wkwk", "aduh", "gg"];
const MOST = 6;
const FLIGHT = 720;
const SEEN = 2300; // milliseconds in all
const DROPS = 7;

export function ReactionMenu({ toName, choose, close, muted, setMuted }) {
  const dialog = useRef(null);
  useLayoutEffect(() => {
    const opened = dialog.current;
    opened.showModal();
    return () => opened.close(); // gives the focus back
  }, []);
  const outside = (event) => event.target === dialog.current && close();
  const cancel = (event) => {
    event.preventDefault();
    close();
  };
  return html`<dialog class="reaction-menu" ref=${dialog} aria-labelledby="reaction-title" onCancel=${cancel} onClick=${outside}>
    <div class="reaction-panel">
      <div class="reaction-top">
        <h2 id="reaction-title">${word("reaction-title", { name: toName })}</h2>
        <button type="button" class="reaction-close" aria-label=${word("reaction-close")} onClick=${close}>✕</button>
      </div>
      <div class="reaction-choices">
        ${REACTIONS.map(
          (kind, i) => html`<button type="button" key=${kind} class="reaction-choice" disabled=${muted} autofocus=${i === 0} onClick=${() => choose(kind)}>
            <${ReactionPicture} kind=${kind} /><span>${word(`reaction-${kind}`)}</span>
          </button>`,
        )}
      </div>
      <label class="reaction-mute">
        <span>${word("reaction-mute")}</span>
        <input type="checkbox" role="switch" checked=${muted} onChange=${() => setMuted(!muted)} />
      </label>
    </div>
  </dialog>`;
}

// Some of them below a result, thrown at the one of the others who has won most.
export function Cheers({ seats, react }) {
  const others = Object.entries(seats).filter(([, { me, net }]) => !me && net !== null);
  if (!others.length) return null;
  const [chair, { name }] = others.reduce((best, each) => (each[1].net > best[1].net ? each : best));
  return html`<div class="cheers" role="group" aria-label=${word("reaction-title", { name })}>
    ${CHEERS.map((kind) => html`<button type="button" key=${kind} class="control chip" onClick=${() => react(Number(chair), kind)}><${ReactionPicture} kind=${kind} />${word(`reaction-${kind}`)}</button>`)}
  </div>`;
}

// `thrown` is a list of { key, from, chair, kind }: `from` is a chair, or the name of somebody without one.
// `placeOf(chair)` returns { x, y } in the window, or nothing where there is no such seat.
export function Thrown({ thrown, placeOf, muted = false }) {
  if (muted) return null;
  return html`<div class="thrown" aria-hidden="true">
    ${thrown.slice(-MOST).map((each) => html`<${OneThrown} key=${each.key} ...${each} placeOf=${placeOf} />`)}
  </div>`;
}

function OneThrown({ from, chair, kind, placeOf }) {
  const flying = useRef(null);
  const landed = useRef(null);
  const [places] = useState(() => ({ to: placeOf(chair), from: placeOf(from) ?? { x: innerWidth / 2, y: innerHeight } }));
  const [gone, go] = useState(!places.to || !REACTIONS.includes(kind));
  useLayoutEffect(() => {
    if (!gone) throwIt(flying.current, landed.current, places);
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => go(true), SEEN);
    return () => clearTimeout(timer);
  }, []);
  if (gone) return null;
  const side = Math.min(Math.max(places.to.x, 64), innerWidth - 64);
  const name = typeof from === "string" && Number.isNaN(Number(from)) ? from : "";
  return html`<div class=${`reaction-thrown reaction-of-${kind}`}>
    <div class="reaction-flying" ref=${flying}><${ReactionPicture} kind=${kind} /></div>
    <div class="reaction-landed" ref=${landed} style=${{ left: `${side}px`, top: `${places.to.y}px` }}>
      ${Array.from({ length: DROPS }, (_, i) => html`<i class="reaction-drop" key=${i}></i>`)}
      <div class="reaction-bubble"><b>${word(`reaction-${kind}`)}</b>${name && html`<small>${name}</small>`}</div>
      <div class="reaction-hit"><${ReactionPicture} kind=${kind} hit /></div>
    </div>
  </div>`;
}

function throwIt(flying, landed, { from, to }) {
  const wait = still() ? 0 : FLIGHT;
  const fade = [{ opacity: 1 }, { opacity: 1, offset: 0.86 }, { opacity: 0 }];
  landed.animate(fade, { duration: SEEN - wait, delay: wait, fill: "both" });
  if (still()) return;
  const lift = 60 + Math.hypot(to.x - from.x, to.y - from.y) * 0.28;
  const arc = sampled((t) =>
    frame(from.x + (to.x - from.x) * t, from.y + (to.y - from.y) * t - 4 * lift * t * (1 - t), {
      turn: (to.x < from.x ? -1 : 1) * 400 * (1 - t),
      scale: 0.55 + 0.75 * Math.sin(Math.PI * (0.15 + 0.6 * t)),
    }),
  );
  flying.animate([...arc, { ...arc.at(-1), opacity: 0 }], { duration: FLIGHT, fill: "both" });
  landed.animate([{ visibility: "hidden" }, { visibility: "hidden" }], { duration: FLIGHT });
  const [bubble, hit] = [".reaction-bubble", ".reaction-hit"].map((name) => landed.querySelector(name));
  const pop = (scales) => scales.map((scale) => ({ transform: `scale(${scale})` }));
  hit.animate(pop([0.6, 1.35, 0.92, 1]), { duration: 420, delay: wait, fill: "both", easing: "ease-out" });
  bubble.animate(pop([0, 1.15, 0.96, 1]), { duration: 420, delay: wait + 60, fill: "both", easing: "ease-out" });
  landed.querySelectorAll(".reaction-drop").forEach((drop, i) => {
    const angle = ((i + scatter(i)) / DROPS) * Math.PI * 2;
    const far = 34 + 26 * scatter(i, 2);
    const end = frame(Math.cos(angle) * far, Math.sin(angle) * far, { scale: 0.2, opacity: 0 });
    drop.animate([frame(0, 0), end], { duration: 520, delay: wait, fill: "both", easing: "cubic-bezier(.1,.7,.3,1)" });
  });
}
