// What screen readers are told as it happens: whose turn it is, one's own question, a result, an answer. Nothing else on
// the page is a live region, so that nobody is read every bet, nor any letters of a seal.

import { make } from "./elements.js";

const KEPT = 15_000;
const LONGEST = 400;

export function announce(...sentences) {
  const words = sentences.filter((each) => each.trim()).join(". ").replaceAll("..", ".");
  if (!words) return;
  const said = make("p", "", words.slice(0, LONGEST));
  document.getElementById("announced").append(said);
  setTimeout(() => said.remove(), KEPT);
}
