// What nobody needs before their first action: it comes as a second script, with its styles.

import crowd from "./crowd.css";
import moments from "./moments.css";
import reactions from "./reactions.css";

export { Crowd } from "./crowd.js";
export { Moments } from "./moments.js";
export { ReactionMenu, Thrown } from "./reactions.js";
export { spoken } from "./spoken.js";
export { Sounds } from "./sounds.js";

for (const text of [crowd, moments, reactions]) {
  const styles = new CSSStyleSheet();
  styles.replaceSync(text);
  document.adoptedStyleSheets.push(styles);
}
