// What I may press now, and nothing else.

import { figures } from "./chips.js";
import { preact } from "./preact.js";
import { word } from "./words.js";

const { html, useEffect, useRef, useState } = preact;

const ONE_ROW = 3;
const LOBBY = new Set(["join", "start", "add"]);
const QUIET = new Set(["fold", "pass", "leave"]);

const hasAmount = ({ command, ask }) => !ask && /\s\d+$/.test(command);
const verbOf = ({ command }) => command.split(" ")[0];
const keyOf = ({ command, turn }) => `${turn} ${command}`;

// The buttons of two rows, the lower nearest to the thumb: amounts are small ones above the moves.
export function inTwoRows(buttons) {
  if (buttons.length <= ONE_ROW) return { main: buttons, above: [] };
  const amounts = buttons.filter(hasAmount);
  const moves = buttons.filter((each) => !hasAmount(each));
  if (!amounts.length || !moves.length) {
    const half = Math.ceil(buttons.length / 2);
    return { main: buttons.slice(0, half), above: buttons.slice(half) };
  }
  return { main: moves, above: amounts };
}

// The usual amounts of the only question, to be begun with; of equal ones only the last, which says most.
export function usualAmounts(buttons) {
  const [button, ...others] = buttons.filter((each) => each.ask);
  if (!button || others.length) return [];
  const { named } = button.ask;
  return named.filter((each, at) => named.findLastIndex(({ amount }) => amount === each.amount) === at)
    .map(({ label, amount }) => ({ label: `${label} ${figures(amount)}`, command: `${button.command} ${amount}`, turn: button.turn,
      style: "plain", opens: { button, amount } }));
}

// Before the first hand: to sit down, or to begin, or to find somebody to begin with; all else is small.
export function inLobby(buttons) {
  const ready = ({ style }) => style === "primary" || style === "success";
  if (!buttons.some(ready)) buttons = buttons.map((each) => (verbOf(each) === "add" ? { ...each, style: "primary" } : each));
  const main = buttons.filter((each) => ready(each) || LOBBY.has(verbOf(each))).sort((one, other) => ready(other) - ready(one));
  return main.length ? { main, above: buttons.filter((each) => !main.includes(each)), small: true } : inTwoRows(buttons);
}

// What is shown of a scene: my moves, else decisions before my turn, else what anybody may press.
export function offered(scene, chosen) {
  const { mine, phase, open } = scene;
  const asked = mine?.buttons.flat() ?? [];
  if (asked.length) {
    const discards = asked.filter((each) => each.card);
    const discard = discards.find((each) => each.card === chosen);
    const rest = asked.filter((each) => !each.card);
    const shown = phase === "playing" ? rest : [...rest, ...open];
    return {
      kind: "mine",
      chooses: discards.length > 0 && !discard,
      ...phase === "lobby" ? inLobby(shown) : inTwoRows(discard ? [...rest, { ...discard, style: "primary", label: word("hand-discard", { card: discard.label }) }] : shown),
    };
  }
  if (mine && phase === "playing") return { kind: "before", main: mine.before, above: [] };
  return { kind: "open", ...(phase === "lobby" ? inLobby(open) : inTwoRows(open)) };
}

function inField({ target }) {
  return target instanceof Element && target.closest("input:not([type=range]), textarea, select, [contenteditable]");
}

// The keys 1 to 9 press the buttons in their order.
function useNumberKeys(root, buttons, pressed) {
  const latest = useRef(null);
  latest.current = { buttons, pressed };
  useEffect(() => {
    const listen = (event) => {
      const hidden = !root.current || root.current.closest("[inert], [hidden]") || !root.current.getClientRects().length;
      if (hidden || event.defaultPrevented || event.repeat || inField(event)) return;
      if (event.ctrlKey || event.metaKey || event.altKey || !/^[1-9]$/.test(event.key)) return;
      const button = latest.current.buttons[event.key - 1];
      if (!button) return;
      event.preventDefault();
      latest.current.pressed(button);
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}

function Control({ button, number, look, busy, pressed }) {
  const looks = ["control", look, button.style, QUIET.has(verbOf(button)) && "quiet"].filter(Boolean);
  const toggle = look === "toggle" ? { "aria-pressed": button.style !== "plain" } : {};
  const opens = button.ask || button.opens ? { "aria-expanded": false } : {};
  return html`
    <button type="button" class=${looks.join(" ")} data-command=${button.command} aria-busy=${busy}
      aria-keyshortcuts=${number <= 9 ? String(number) : undefined} onClick=${() => pressed(button)} ...${toggle} ...${opens}>
      <span class="control-label">${button.label}</span>
      ${number <= 9 && html`<kbd aria-hidden="true">${number}</kbd>`}
    </button>`;
}

// `pending` is the command or the button under way, if any; `later` has more, once it has come; `react` throws at a chair.
export function Controls({ scene, press, pending, chosen = "", later, react }) {
  const root = useRef(null);
  const [asking, setAsking] = useState({ key: "", amount: 0 });
  const { kind, main, above: given, chooses, small: allSmall } = offered(scene, chosen);
  const above = kind === "mine" && !given.length ? usualAmounts(main) : given;
  const all = [...main, ...above];
  const question = later && all.find((each) => each.ask && keyOf(each) === asking.key);
  const underWay = pending?.command ?? pending ?? "";
  const isBusy = ({ command, ask }) => underWay === command || Boolean(ask && underWay.startsWith(`${command} `));

  const send = (button, amount) => { if (!isBusy(button)) press(button, amount); };
  const ask = (button, amount) => setAsking({ key: keyOf(button), amount });
  const pressed = (button) => {
    if (button.opens) ask(button.opens.button, button.opens.amount);
    else if (button.ask) ask(button, button.ask.least);
    else send(button);
  };
  useNumberKeys(root, question ? [] : all, pressed);
  useEffect(() => { if (later && asking.key && !question) setAsking({ key: "", amount: 0 }); }, [asking, question]);

  const back = () => {
    const { command } = question;
    setAsking({ key: "", amount: 0 });
    requestAnimationFrame(() => root.current?.querySelector(`[data-command="${command}"]`)?.focus());
  };
  const row = (buttons, from, look) => html`
    <div class=${`controls-row ${look} of-${Math.min(4, buttons.length)}`}>
      ${look === "" && chooses && html`<p class="control-choose">${word("hand-choose")}</p>`}
      ${buttons.map((button, at) => html`
        <${Control} key=${keyOf(button)} button=${button} number=${from + at + 1} look=${look} busy=${isBusy(button)}
          pressed=${pressed} />`)}
    </div>`;
  const small = allSmall || above.every((each) => hasAmount(each) || each.opens) ? "chip" : "";
  // As high when I wait as when amounts stand above my moves, so that the table does not jump at each turn.
  const steady = scene.mine && ["playing", "over"].includes(scene.phase) && scene.game !== "quandui";
  return html`
    <section class=${`controls ${kind} ${steady ? "steady" : ""}`} aria-label=${word("hand-controls")} ref=${root}>
      ${question
        ? html`<${later.Amount} key=${asking.key} button=${question} first=${asking.amount} busy=${isBusy(question)} back=${back}
            confirm=${(amount) => send(question, amount)} />`
        : html`
          ${row(main, 0, kind === "before" ? "toggle" : "")}
          ${above.length > 0 && row(above, main.length, small)}
          ${later && react && steady && html`<${later.Cheers} seats=${scene.seats} react=${react} />`}
          ${kind === "before" && html`<p class="controls-waits" aria-hidden="true">${scene.question}</p>`}`}
    </section>`;
}
