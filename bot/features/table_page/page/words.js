// The page's own words: one file a language in words/, English where a language or a word is missing.

import { platform } from "./platform.js";
import en from "./words/en.json" with { type: "json" };
import id from "./words/id.json" with { type: "json" };

// The first of the wanted languages that there is.
export function languageFor(wanted) {
  return wanted.map((each) => each.toLowerCase().split("-")[0]).find((each) => each in { en, id }) ?? "en";
}

const language = languageFor([platform.language, ...navigator.languages].filter(Boolean));
const words = {};
learn({ en, id });
document.documentElement.lang = language;

// Add words that came later, by language.
export function learn(more) {
  Object.assign(words, more.en, more[language]);
}

export function hasWord(name) {
  return name in words;
}

// The sentence called `name`, with its {fields} filled in.
export function word(name, fields = {}) {
  return (words[name] ?? name).replace(/\{(\w+)\}/g, (all, field) => String(fields[field] ?? ""));
}

// How much a file holds, in thousands of bytes, the last of them begun.
export function size(bytes) {
  return Math.ceil(bytes / 1000).toLocaleString(language, { style: "unit", unit: "kilobyte" });
}
