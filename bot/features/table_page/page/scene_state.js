// What this page knows of the table: the scene as Kiu sends it, and the time by Kiu's clock.

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

// A JSON merge patch (RFC 7396). What a patch leaves alone stays the same object.
export function merged(target, patch) {
  if (!isObject(patch)) return patch;
  const result = isObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else result[key] = merged(result[key], value);
  }
  return result;
}

// A merge patch cannot set null, only take away; the contract has null where nothing is.
export function patchedScene(scene, patch) {
  const next = { middle: null, clock: null, mine: null, result: null, ...merged(scene, patch) };
  next.seats = Object.fromEntries(Object.entries(next.seats).map(([chair, seat]) => [chair, "net" in seat ? seat : { ...seat, net: null }]));
  if (isObject(next.middle) && "bank" in next.middle && !("cover" in next.middle)) next.middle = { ...next.middle, cover: null };
  return next;
}

// Kiu's clock, from the least delayed frame of a connection.
export class KiuClock {
  #behind = Infinity; // this device's clock less Kiu's

  constructor(local = () => Date.now() / 1000) {
    this.local = local;
    this.now = () => this.local() - (this.#behind === Infinity ? 0 : this.#behind);
  }

  // After a sleep of the device its clock may have been set.
  restart() {
    this.#behind = Infinity;
  }

  heard(now) {
    if (typeof now === "number") this.#behind = Math.min(this.#behind, this.local() - now);
  }
}

// The question that I am asked, as a word that changes with it; empty if I am not asked.
export function turnOf(scene) {
  const { question, buttons } = scene?.mine ?? {};
  if (!question || !buttons.length) return "";
  return buttons.flat().find((each) => each.turn)?.turn || question;
}

const isMenu = ({ command }) => command === "menu";

export function menuButton({ table, open }) {
  return open.find(isMenu) ?? { command: "menu", turn: `${table}:` };
}

// The header has the menu's button, so the table has none.
export function withoutMenu(scene) {
  const rest = (buttons) => buttons.filter((each) => !isMenu(each));
  return { ...scene, open: rest(scene.open), mine: scene.mine && { ...scene.mine, more: rest(scene.mine.more) } };
}
