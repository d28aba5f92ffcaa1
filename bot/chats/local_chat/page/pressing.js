// A press that meets an edit or a new post: the button is drawn anew or moves away while a finger is on it, and
// browsers take that for no click.

const STEADY = 12; // how many pixels a finger may slip

let down = null; // the button that is being pressed, and where

document.addEventListener("pointerdown", (event) => {
  const button = event.isPrimary && event.button === 0 ? event.target.closest(".button") : null;
  down = button && { button, x: event.clientX, y: event.clientY };
}, true);

document.addEventListener("pointercancel", () => {
  down = null;
}, true);

document.addEventListener("pointerup", (event) => {
  const pressed = down;
  down = null;
  if (!pressed || pressed.button.contains(event.target)) return;
  if (Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > STEADY) return;
  if (pressed.button.isConnected) {
    pressed.button.click();
    return;
  }
  const { command, turn } = pressed.button.dataset;
  // What asks something else by now was not meant.
  const buttons = document.querySelectorAll(`.button[data-command="${CSS.escape(command ?? "")}"]`);
  [...buttons].find((each) => each.dataset.turn === turn)?.click();
}, true);
