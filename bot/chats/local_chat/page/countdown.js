// Clocks that run down. What is left is told when a message is sent, so a browser whose own clock is wrong shows it right.

const EVERY = 250;
const SOON = 10;

// A line of a message as text, with the clock in it where there is one.
export function withClock(line, countdown, make) {
  if (!countdown || !line.includes(countdown.mark)) return [line];
  if (countdown.left === undefined) return [line.replaceAll(countdown.mark, countdown.text)];
  const ends = performance.now() + countdown.left * 1000;
  const parts = line.split(countdown.mark).map((text) => document.createTextNode(text));
  return parts.flatMap((text, place) => (place ? [...clock(ends, make), text] : [text]));
}

// Screen readers are told once how long it is, not every second.
function clock(ends, make) {
  const running = make("span", "countdown");
  running.ariaHidden = "true";
  running.dataset.ends = String(ends);
  show(running);
  return [running, make("span", "unseen", inWords(secondsTo(ends)))];
}

function secondsTo(ends) {
  return Math.max(0, Math.ceil((ends - performance.now()) / 1000));
}

function inWords(seconds) {
  return seconds.toLocaleString(document.documentElement.lang, { style: "unit", unit: "second", unitDisplay: "long" });
}

function show(running) {
  const seconds = secondsTo(Number(running.dataset.ends));
  const minutes = Math.floor(seconds / 60);
  const text = `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
  if (running.textContent !== text) running.textContent = text;
  running.classList.toggle("soon", seconds <= SOON);
}

setInterval(() => document.querySelectorAll(".countdown").forEach(show), EVERY);
