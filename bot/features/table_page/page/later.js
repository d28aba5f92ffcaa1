// What nobody needs before their first action, but on a very low screen: it comes as a second script, with its styles.

import amount from "./amount.css";
import crowd from "./crowd.css";
import guesses from "./guess.css";
import list from "./list.css";
import moments from "./moments.css";
import reactions from "./reactions.css";
import { wear } from "./styles.js";
import en from "./words/later-en.json" with { type: "json" };
import id from "./words/later-id.json" with { type: "json" };
import { learn } from "./words.js";

export { Amount } from "./amount.js";
export { Crowd } from "./crowd.js";
export { play } from "./flights.js";
export { clipPath, folded } from "./folding.js";
export { Guess } from "./guess.js";
export { Moments } from "./moments.js";
export { known, motions, settledAt } from "./motions.js";
export { Cheers, ReactionMenu, Thrown } from "./reactions.js";
export { spoken } from "./spoken.js";
export { Sounds } from "./sounds.js";
export { vibrateFor } from "./vibration.js";

learn({ en, id });
wear(amount, crowd, guesses, list, moments, reactions);
