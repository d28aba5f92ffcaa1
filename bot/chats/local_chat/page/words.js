// The page's own words: one file a language in words/, English where a language or a word is missing.

import en from "./words/en.json" with { type: "json" };
import id from "./words/id.json" with { type: "json" };

const LANGUAGES = { en, id };

const wanted = navigator.languages.map((each) => each.toLowerCase().split("-")[0]);
const language = wanted.find((each) => each in LANGUAGES) ?? "en";
const words = { ...en, ...LANGUAGES[language] };
document.documentElement.lang = language;

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
