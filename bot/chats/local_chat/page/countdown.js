// Clocks that run down by the room's time, since the browser's own clock may be wrong.

const EVERY = 250;
const SOON = 10;

let began = 0; // when this page's performance.now() was 0, by the room's clock

export function setClock(now) {
  began = now * 1000 - performance.now();
}

// A line of a message as text, with the clock in it where there is one.
export function withClock(line, countdown, make) {
  if (!countdown || !line.includes(countdown.mark)) return [line];
  if (!countdown.ends) return [line.replaceAll(countdown.mark, countdown.text)];
  const ends = countdown.ends * 1000 - began;
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
