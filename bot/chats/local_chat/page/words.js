// The page's own words: one file a language in /words, English where a language or a word is missing.

const LANGUAGES = ["en", "id"];
let words = {};

async function load(language) {
  const answer = await fetch(`/words/${language}.json`);
  return answer.ok ? answer.json() : {};
}

export async function loadWords() {
  const wanted = navigator.languages.map((each) => each.toLowerCase().split("-")[0]);
  const language = wanted.find((each) => LANGUAGES.includes(each)) ?? "en";
  words = await load("en");
  if (language !== "en") Object.assign(words, await load(language));
  document.documentElement.lang = language;
}

// The sentence called `name`, with its {fields} filled in.
export function translate(name, fields = {}) {
  const sentence = words[name] ?? name;
  return sentence.replace(/\{(\w+)\}/g, (all, field) => String(fields[field] ?? ""));
}

// How much a file holds, in thousands of bytes, the last of them begun.
export function size(bytes) {
  return Math.ceil(bytes / 1000).toLocaleString(document.documentElement.lang, { style: "unit", unit: "kilobyte" });
}

export function number(value) {
  return value.toLocaleString(document.documentElement.lang);
}
