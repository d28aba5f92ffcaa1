// The people of this browser: their secrets stay in it, and each tab is one of them.

const PEOPLE = "kiu.people";
const MINE = "kiu.me";
const PASSWORD = "kiu.password";

function hex(bytes) {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (each) => each.toString(16).padStart(2, "0")).join("");
}

// A number that nobody has used: what is sent again under the same one is carried out once.
export function freshNumber() {
  return hex(6);
}

export function known() {
  try {
    const people = JSON.parse(localStorage.getItem(PEOPLE) ?? "[]");
    return Array.isArray(people) ? people.filter((each) => /^[0-9a-f]{32}$/.test(each?.token)) : [];
  } catch {
    return [];
  }
}

export function chosen() {
  return known().find((each) => each.token === sessionStorage.getItem(MINE)) ?? null;
}

export function choose(token) {
  sessionStorage.setItem(MINE, token);
}

export function newcomer(name) {
  return { token: hex(16), name };
}

// Called once the room has let them in, so that a refused name leaves nothing behind.
export function remember(person) {
  const others = known().filter((each) => each.token !== person.token);
  localStorage.setItem(PEOPLE, JSON.stringify([...others, { token: person.token, name: person.name }]));
  choose(person.token);
}

export function forget(token) {
  localStorage.setItem(PEOPLE, JSON.stringify(known().filter((each) => each.token !== token)));
}

export function password() {
  return localStorage.getItem(PASSWORD) ?? "";
}

export function keepPassword(text) {
  localStorage.setItem(PASSWORD, text);
}
