// What messages and questions are made of. Whatever people or games write is only ever set as text.

export function make(kind, className = "", text = null) {
  const made = document.createElement(kind);
  if (className) made.className = className;
  if (text !== null) made.textContent = text;
  return made;
}

export function button(spec, press) {
  const made = make("button", `button ${["primary", "success", "danger"].includes(spec.style) ? spec.style : "plain"}`);
  made.type = "button";
  made.append(make("span", "", spec.label));
  if (spec.ask) {
    if (!/(…|\.\.\.)$/.test(spec.label)) made.classList.add("asks");
    made.setAttribute("aria-haspopup", "dialog");
  }
  made.dataset.command = spec.command;
  made.dataset.turn = spec.turn;
  made.addEventListener("click", () => {
    // Disabled for good it would lose the keyboard's focus, and the next Tab would begin at the top of the page.
    if (made.getAttribute("aria-disabled") !== "true") press(spec, made);
  });
  return made;
}

export function buttonRow(specs, press) {
  const row = make("div", "buttons");
  row.append(...specs.map((spec) => button(spec, press)));
  return row;
}
