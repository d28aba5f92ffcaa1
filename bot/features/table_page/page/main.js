// The table page of somebody who is known: puts the parts together, and decides what lies over the table.

import { preact } from "./preact.js";
import { Controls } from "./controls.js";
import { Felt, useMotions } from "./felt.js";
import { Hand } from "./hand.js";
import { Header, Lost } from "./header.js";
import { MessageBody } from "./message_body.js";
import { usePages } from "./pages.js";
import { freshNumber } from "./people.js";
import { platform } from "./platform.js";
import { remember, remembered } from "./remembering.js";
import { menuButton, turnOf, withoutMenu } from "./scene_state.js";
import { Sheet, Toast, sentenceOf, shownAs, withSteps } from "./sheet.js";
import { kept } from "./kept.js";
import { useShowdown } from "./showdown.js";
import { Speaker } from "./speaker.js";
import { useOpening } from "./squeeze.js";
import { wear } from "./styles.js";
import { ThreeCards } from "./three_cards.js";
import { Waiting } from "./waiting.js";
import { hasWord, learn, word } from "./words.js";
import en from "./words/en.json" with { type: "json" };
import id from "./words/id.json" with { type: "json" };
import controls from "./controls.css";
import faces from "./faces.css";
import felt from "./felt.css";
import hand from "./hand.css";
import seats from "./seats.css";
import sheet from "./sheet.css";

const { html, useEffect, useLayoutEffect, useMemo, useRef, useState } = preact;

export { ThreeCards };

learn({ en, id });
wear(seats, felt, faces, hand, controls, sheet);

const TYPING = 3000; // nobody who has typed just now is torn from it
const FLYING = 3000;
const MUTED = "kiu.table.muted";

// Lines for the screen reader; what comes before they were taken is added to them.
function useSpeech() {
  const [lines, setLines] = useState([]);
  const taken = useRef(null);
  useEffect(() => {
    taken.current = lines;
  }, [lines]);
  const speak = (more) => more.length > 0 && setLines((old) => (taken.current === old ? more : [...old, ...more]));
  return { lines, speak };
}

// Crowds, what moves, what is read out, celebrations, sounds and reactions, once their script has come; until then nobody misses them.
function useLater() {
  const [later, setLater] = useState(null);
  useEffect(() => {
    import("./later.js").then((modules) => setLater({ ...modules, sounds: new modules.Sounds() }), () => {});
  }, []);
  return later;
}

function useReactions(scene, react, told, later) {
  const [thrown, setThrown] = useState([]);
  const [target, aim] = useState(null);
  const [muted, setMuted] = useState(remembered(MUTED) === "yes");
  const mute = (on) => {
    remember(MUTED, on ? "yes" : "no");
    setMuted(on);
  };
  const arrived = (frame) => {
    if (muted) return;
    const each = { ...frame, key: freshNumber() };
    setThrown((old) => [...old, each]);
    setTimeout(() => setThrown((old) => old.filter((other) => other !== each)), FLYING);
    if (later) told(word("reaction-told", { from: frame.from, to: scene?.seats[frame.chair]?.name, word: word(`reaction-${frame.kind}`) }));
  };
  const menu = later && target !== null && scene && html`<${later.ReactionMenu} toName=${scene.seats[target]?.name ?? ""} close=${() => aim(null)}
    choose=${(kind) => { react(target, kind); aim(null); }} muted=${muted} setMuted=${mute} />`;
  return { thrown, muted, aim, arrived, menu };
}

// The middle of a seat in the window; null where it is not shown.
function placeOf(chair) {
  const box = document.querySelector(`.felt-area [data-chair="${CSS.escape(String(chair))}"]`)?.getBoundingClientRect();
  return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;
}

// Functions that stay the same while what they do is of the latest drawing.
function useSteady(functions) {
  const latest = useRef(functions);
  latest.current = functions;
  return useMemo(() => Object.fromEntries(Object.keys(functions).map((name) => [name, (...told) => latest.current[name](...told)])), []);
}

// What a change of the scene sets off besides its picture.
function useEffects({ scene, heard, later, speak, now }) {
  const before = useRef({ scene: null, heard: null }).current;
  useEffect(() => {
    // A browser lets nothing vibrate before the first tap, and complains.
    const may = platform.haptics || (navigator.userActivation?.hasBeenActive ?? true);
    if (scene && may) later?.vibrateFor(before.scene, scene, platform.haptics, now());
    before.scene = scene;
  }, [scene]);
  useEffect(() => {
    if (heard && !later) return;
    if (heard) {
      speak(later.spoken(before.heard, heard, word));
      later.sounds.follow(before.heard, heard, now());
    }
    before.heard = heard;
  }, [heard, later]);
}

// All about my hand and the one that is over, as a page.
function aboutHand({ mine, result, title, hand }) {
  const lines = [...(result?.lines ?? []), result?.guessed, ...mine.lines].filter(Boolean);
  return { title: hand ? `${title} · ${word("hand-number", { number: hand })}` : title, lines, footer: "", buttons: mine.more.map((each) => [each]), select: null, picture: null, file: null };
}

const Table = kept(({ scene, press, pending, now, aim, later, opening, more, guessed, guess, speak, react }) => {
  const [chosen, choose] = useState("");
  const turn = turnOf(scene);
  const motion = useMotions(scene, later);
  const name = useMemo(() => (game, card) => scene.names?.[card] ?? card, [scene.names]);
  // At once, before anybody can choose a card of the new turn.
  useLayoutEffect(() => choose(""), [turn]);
  return html`<main class="table">
    <div class="felt-area"><${Felt} scene=${scene} now=${now} name=${name} seatPressed=${aim} later=${later} motion=${motion} />
      ${later && html`<${later.Moments} scene=${scene} placeOf=${placeOf} />`}</div>
    <div class="hand-area"><${Hand} scene=${scene} press=${press} now=${now} landing=${motion.landing} opening=${opening} more=${more} chosen=${chosen} choose=${choose} />
      ${later && html`<${later.Guess} scene=${scene} own=${guessed} guess=${guess} speak=${speak} />`}</div>
    <div class="controls-area"><${Controls} scene=${scene} press=${press} pending=${pending} chosen=${chosen} later=${later} react=${react} /></div>
  </main>`;
});

function Welcome({ message, press, pending }) {
  return html`<main class="welcome">
    <div class="welcome-felt"><${ThreeCards} /></div>
    <div class="welcome-words">
      <h2 class="page-title">${message.title}</h2>
      <${MessageBody} message=${message} press=${press} pending=${pending} />
    </div>
  </main>`;
}

export function App({ kiu }) {
  const { pages, open, replace, shut, back, keep, close } = usePages();
  const { lines, speak } = useSpeech();
  const [toast, setToast] = useState(null);
  const later = useLater();
  const [sound, setSound] = useState(null);
  const typed = useRef(0);

  const tell = (words) => {
    setToast({ words, id: Date.now() });
    speak([words]);
  };

  kiu.hear({
    reaction: (frame) => reactions.arrived(frame),
    refused: ({ reason }) => tell(word(hasWord(reason) ? reason : "failed")),
    reply: (frame, pressed) => {
      const { message, confirms, menu } = frame;
      const way = shownAs(frame);
      if (way === "toast") tell(sentenceOf(message));
      if (way !== "page") return;
      const page = { message, confirms, turn: confirms ? message.buttons.flat()[0]?.turn : "" };
      if (menu && pressed?.page) replace(pressed.page.key, page);
      else open(page);
    },
  });
  const { scene, none, lost, pending, now } = kiu;
  const reactions = useReactions(scene, kiu.react, (line) => {
    later?.sounds.play("react");
    speak([line]);
  }, later);
  const table = useMemo(() => scene && withoutMenu(scene), [scene]);
  const opening = useOpening(table);
  const { heard, seen } = useShowdown(table, !opening.all);
  useEffects({ scene, heard, later, speak, now });

  const turn = turnOf(scene);
  useEffect(() => {
    keep((page) => !page.turn?.split(":")[1] || page.turn === turn);
    if (turn && Date.now() - typed.current > TYPING) close();
  }, [turn]);
  useEffect(close, [scene?.table, !none]);
  useEffect(() => {
    document.title = [turn && `● ${word("your-turn")}`, scene?.title ?? "Kiu"].filter(Boolean).join(" · ");
  }, [turn, scene?.title]);
  useEffect(() => platform.offerBack(pages.length > 0, back), [pages.length]);
  useEffect(() => {
    document.addEventListener("input", () => { typed.current = Date.now(); });
  }, []);

  // `page` is the page on which it was pressed, null on the table.
  const pressOn = (button, page, amount) => {
    if (page?.confirms) {
      shut(page.key);
      if (button !== page.message.buttons.flat()[0]) return;
    }
    // A choice that a button asks for is not in it: Kiu answers with what there is.
    if (button.ask && "least" in button.ask && amount === undefined) {
      open({ button: withSteps(button), message: null, turn: button.turn, from: page });
      return;
    }
    if (page?.button) shut(page.key);
    kiu.press(button, page?.button ? page.from : page, amount);
  };
  const press = (button, amount) => pressOn(button, null, amount);
  const { react, ...steady } = useSteady({ press, react: kiu.react, aim: reactions.aim, guess: kiu.guess, speak, more: () => open({ message: aboutHand(seen) }) });
  const changeSound = (on) => {
    later.sounds.on = on;
    setSound(on);
  };

  const passing = html`<${Toast} toast=${toast} gone=${() => setToast(null)} />`;

  return html`<div class="app" inert=${pages.length > 0}>
      <${Header} scene=${scene} back=${platform.embedded ? null : () => platform.leave()}
        sound=${sound ?? later?.sounds.on} setSound=${later && scene && changeSound} menu=${scene && (() => press(menuButton(scene)))}
        react=${scene?.mine && (() => reactions.aim(scene.mine.chair))} />
      <${Lost} lost=${lost} />
      ${seen && html`<${Table} key=${seen.table} scene=${seen} ...${steady} react=${reactions.muted ? null : react} pending=${pending} now=${now} later=${later} opening=${opening} guessed=${kiu.guessed} />`}
      ${none && html`<${Welcome} message=${none} press=${press} pending=${pending} />`}
      ${!seen && !none && html`<${Waiting} />`}
      ${later && html`<${later.Thrown} thrown=${reactions.thrown} muted=${reactions.muted} placeOf=${placeOf} />`}
      ${reactions.menu}
      ${pages.length === 0 && passing}
    </div>
    <${Sheet} pages=${pages} press=${pressOn} back=${back} close=${close} pending=${pending} asked=${turn !== ""} later=${later} />
    ${pages.length > 0 && passing}
    <${Speaker} lines=${lines} />`;
}
