// The phone shakes when I am asked, and harder when my time is nearly up.

import { newQuestion, secondsLeft } from "./my_turn.js";
const LAST = 5;
const LONGEST_WAIT = 600;

let waiting = 0;

// Call it for each new scene; `now` is Kiu's clock. `haptics` is Telegram's HapticFeedback, if there is one.
export function vibrateFor(before, after, haptics = null, now = Date.now() / 1000) {
  clearTimeout(waiting);
  if (newQuestion(before, after)) shake(haptics, false);
  const wait = secondsLeft(after, now) - LAST;
  if (wait > 0 && wait < LONGEST_WAIT) waiting = setTimeout(() => shake(haptics, true), wait * 1000);
}

function shake(haptics, hard) {
  if (!haptics) navigator.vibrate?.(hard ? [120, 70, 120, 70, 220] : 60);
  else if (hard) haptics.notificationOccurred("warning");
  else haptics.impactOccurred("medium");
}
