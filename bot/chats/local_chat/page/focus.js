// The keyboard's focus, when what had it is drawn anew.

// Put `change` into effect, and the focus back on the same control in what `after` returns, or on `instead`.
export function keepFocus(before, change, after, instead) {
  const control = before.contains(document.activeElement) ? selector(document.activeElement) : null;
  change();
  if (control === null) return;
  const same = [...after().querySelectorAll(control)].find((each) => !each.hidden);
  (same ?? instead()).focus({ preventScroll: true });
}

function selector(element) {
  if (element.dataset.command !== undefined) return `[data-command="${CSS.escape(element.dataset.command)}"]`;
  if (element.tagName === "SUMMARY") return `.${element.parentElement.className} > summary`;
  return `${element.tagName}.${element.classList[0]}`;
}

// Folds that were opened in one element are open in another.
export function keepOpen(before, after) {
  for (const each of before.querySelectorAll("details[open]")) {
    after.querySelector(`details.${each.className}`)?.setAttribute("open", "");
  }
}
