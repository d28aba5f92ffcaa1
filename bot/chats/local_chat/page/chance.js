// This person's own chance in a deal: drawn here, pledged by a hash before the deal is closed, revealed after it.

const KEPT = "kiu.chance";
const MOST_KEPT = 24;
const BYTES = 32;
const TAG = "sealed-deck/2/pledge";

// What this tab has pledged: another one may see it in the storage a moment late, and write its own there.
const own = {};

// Only where the room is on this machine, or its address begins with https.
export const canPledge = window.isSecureContext && Boolean(crypto.subtle && navigator.locks);

const toHex = (bytes) => Array.from(bytes, (each) => each.toString(16).padStart(2, "0")).join("");
const fromHex = (text) => Uint8Array.from(text.match(/../g), (each) => parseInt(each, 16));

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
}

// What several tabs of a person pledge for one deal is the same, whoever of them is asked, and so after a restart.
export function pledge(person, deal) {
  return navigator.locks.request(KEPT, async () => {
    const all = kept();
    const key = `${person}/${deal}`;
    if (key in own) all[key] = own[key];
    if (!(key in all)) {
      all[key] = toHex(crypto.getRandomValues(new Uint8Array(BYTES)));
      localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(Object.entries(all).slice(-MOST_KEPT))));
    }
    own[key] = all[key];
    const tag = new TextEncoder().encode(TAG);
    const hashed = new Uint8Array([tag.length >> 8, tag.length & 255, ...tag, ...fromHex(all[key])]);
    return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", hashed)));
  });
}

// Nothing if this browser has pledged nothing for the deal.
export function reveal(person, deal) {
  const key = `${person}/${deal}`;
  return own[key] ?? kept()[key] ?? null;
}
