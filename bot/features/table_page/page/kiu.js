// Kiu as this page sees it: the scene, what was pressed and not answered yet, and whether the line stands.

import { preact } from "./preact.js";
import { Connection } from "./connection.js";
import { platform } from "./platform.js";
import { KiuClock, patchedScene } from "./scene_state.js";

const { useEffect, useMemo, useRef, useState } = preact;

const NOTHING = { scene: null, none: null };

// `identity` is { whose, hello }, or null for nobody yet; `on` has joined() and barred(frame) for somebody who is not let in.
// Who calls `hear` from time to time is told reply(frame, pressed), reaction(frame) and refused(frame) for a press.
export function useKiu(identity, on) {
  const [{ scene, none }, show] = useState(NOTHING);
  const [guessed, setGuessed] = useState(null);
  const [lost, lose] = useState(false);
  const [pressed, setPressed] = useState([]); // { id, text, button, page }, the latest last
  const line = useRef(null);
  const inside = useRef(false);
  const listener = useRef(on);
  const hearer = useRef(null);
  const open = useRef(pressed);
  const clock = useMemo(() => new KiuClock(), []);
  listener.current = on;

  const keep = (presses) => {
    open.current = presses;
    setPressed(presses);
  };

  const answered = (id) => {
    const found = open.current.find((each) => each.id === id);
    if (found) keep(open.current.filter((each) => each !== found));
    return found;
  };

  const frames = {
    scene: (frame) => show({ scene: frame.scene, none: null }),
    patch: (frame) => show((old) => (old.scene ? { scene: patchedScene(old.scene, frame.patch), none: null } : old)),
    none: (frame) => show({ scene: null, none: frame.message }),
    reply: (frame) => hearer.current?.reply(frame, answered(frame.id)),
    guess: setGuessed,
    reaction: (frame) => hearer.current?.reaction(frame),
    refused: (frame) => {
      const barred = !frame.id && (!inside.current || ["forgotten", "guest-out"].includes(frame.reason));
      answered(frame.id);
      if (barred) listener.current.barred(frame);
      else hearer.current?.refused(frame);
    },
  };

  useEffect(() => {
    if (!identity) return undefined;
    const hello = async () => {
      const told = typeof identity.hello === "function" ? await identity.hello() : identity.hello;
      return { type: "hello", table: platform.table, language: platform.language || navigator.language, ...told };
    };
    line.current = new Connection(hello, identity.whose, {
      joined: () => {
        inside.current = true;
        clock.restart();
        lose(false);
        listener.current.joined();
      },
      frame: (frame) => {
        clock.heard(frame.now);
        frames[frame.type]?.(frame);
      },
      lost: () => {
        inside.current = false;
        lose(true);
      },
    });
    return () => {
      line.current.close();
      inside.current = false;
      keep([]);
      show(NOTHING);
      setGuessed(null);
      lose(false);
    };
  }, [identity]);

  return {
    scene,
    none,
    guessed,
    lost,
    pending: pressed.at(-1)?.text ?? "",
    now: clock.now,
    hear: (on) => { hearer.current = on; },
    press: (button, page, amount) => {
      const text = amount === undefined ? button.command : `${button.command} ${amount}`;
      // A second tap on what is not answered yet means nothing more.
      if (open.current.some((each) => each.text === text && each.button.turn === button.turn)) return;
      const id = line.current.press(text, button.turn, button.menu === true);
      keep([...open.current, { id, text, button, page }]);
    },
    react: (chair, kind) => line.current.say({ type: "react", chair, kind }),
    guess: (chair) => line.current.say({ type: "guess", chair }),
  };
}
