// A picture as large as the screen allows, opened by a tap, a click or Enter, and closed in the same way or by Escape.

import { translate } from "./words.js";

const find = (id) => document.getElementById(id);

export function enlargeable(picture) {
  Object.assign(picture, { tabIndex: 0, role: "button", ariaHasPopup: "dialog" });
  picture.ariaLabel = translate("enlarge", { picture: picture.alt });
  picture.onclick = () => enlarge(picture);
  picture.onkeydown = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    enlarge(picture);
  };
}

function enlarge(picture) {
  const dialog = find("enlarged");
  Object.assign(find("enlarged-picture"), { src: picture.src, alt: picture.alt });
  const close = find("enlarged-close");
  close.ariaLabel = translate("close");
  close.onclick = () => dialog.close();
  find("enlarged-picture").onclick = () => dialog.close();
  dialog.onclick = (event) => {
    if (event.target === dialog) dialog.close();
  };
  dialog.showModal();
  dialog.scrollTop = 0;
}
