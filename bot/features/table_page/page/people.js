// The people of this browser, kept as the room's own page keeps them, so that they are the same here.

const PEOPLE = "kiu.people";
const GUESTS = "kiu.guests";
const MINE = "kiu.me";
const PASSWORD = "kiu.password";

// A number that nobody has used: what is sent again under the same one is carried out once.
export function freshNumber(bytes = 6) {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (each) => each.toString(16).padStart(2, "0")).join("");
}

export function known() {
  try {
    const people = JSON.parse(localStorage.getItem(PEOPLE) ?? "[]");
    return Array.isArray(people) ? people.filter((each) => /^[0-9a-f]{32}$/.test(each?.token)) : [];
  } catch {
    return [];
  }
}

// Who this tab is; with one person in this browser there is nothing to ask.
export function chosen() {
  const people = known();
  const mine = people.find((each) => each.token === sessionStorage.getItem(MINE));
  return mine ?? (people.length === 1 ? people[0] : null);
}

export function newcomer(name) {
  return { token: freshNumber(16), name };
}

// Called once the room has let them in, so that a refused name leaves nothing behind.
export function remember(person) {
  const others = known().filter((each) => each.token !== person.token);
  localStorage.setItem(PEOPLE, JSON.stringify([...others, { token: person.token, name: person.name }]));
  sessionStorage.setItem(MINE, person.token);
}

export function forget(token) {
  localStorage.setItem(PEOPLE, JSON.stringify(known().filter((each) => each.token !== token)));
  sessionStorage.removeItem(MINE);
}

// The guest that this browser is at the tables of each group, by the group's mark.
function guests() {
  try {
    return JSON.parse(localStorage.getItem(GUESTS) ?? "{}");
  } catch {
    return {};
  }
}

export function knownGuest(mark) {
  return guests()[mark] ?? null;
}

export function rememberGuest(mark, { token, name }) {
  localStorage.setItem(GUESTS, JSON.stringify({ ...guests(), [mark]: { token, name } }));
}

export function password() {
  return localStorage.getItem(PASSWORD) ?? "";
}

export function keepPassword(text) {
  localStorage.setItem(PASSWORD, text);
}
