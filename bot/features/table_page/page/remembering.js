// Settings kept in this browser, or for this visit where nothing may be stored.

const visit = {};

export function remembered(key) {
  try {
    return visit[key] ?? localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function remember(key, value) {
  visit[key] = value;
  try {
    localStorage.setItem(key, value);
  } catch {
    // It holds for this visit.
  }
}
