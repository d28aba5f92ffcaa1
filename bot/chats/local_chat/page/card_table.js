// Cards in a picture that are chosen by tapping them: the choice is shown, and a bar below says what it would do.

import { button, buttonRow, make } from "./elements.js";
import { translate } from "./words.js";

// The parts of a message's picture that one of its buttons belongs to.
export function cardsToTap({ picture, buttons }) {
  const offered = new Map(buttons.flat().map((spec) => [spec.command, spec]));
  const areas = (picture?.areas ?? []).filter((area) => offered.has(area.command));
  return areas.map((area) => ({ box: area.box, spec: offered.get(area.command) }));
}

// The picture with a button on each card.
export function cardTable(picture, cards, press) {
  const table = make("div", "card-table");
  const bar = make("div", "confirm");
  bar.hidden = true;
  const laid = make("div", "laid");
  laid.append(picture);
  for (const { box, spec } of cards) laid.append(card(box, spec, (chosen) => choose(table, bar, chosen, spec, press)));
  table.append(laid, bar);
  return table;
}

// The same choices for those who would rather read them.
export function cardList(specs, press) {
  const list = make("details", "card-list");
  list.append(make("summary", "", translate("as-a-list")), buttonRow(specs, press));
  return list;
}

function card([left, top, width, height], spec, choose) {
  const made = make("button", "card-button");
  made.type = "button";
  made.ariaLabel = spec.label;
  made.ariaPressed = "false";
  made.dataset.command = spec.command;
  made.dataset.turn = spec.turn;
  for (const [side, share] of Object.entries({ left, top, width, height })) made.style[side] = `${100 * share}%`;
  made.addEventListener("click", () => choose(made));
  return made;
}

// A second tap on the same card takes the choice back.
function choose(table, bar, chosen, spec, press) {
  const again = chosen.ariaPressed === "true";
  for (const each of table.querySelectorAll(".card-button")) each.ariaPressed = "false";
  bar.hidden = again;
  if (again) return;
  chosen.ariaPressed = "true";
  const cancel = make("button", "button plain", translate("cancel"));
  cancel.type = "button";
  cancel.addEventListener("click", () => {
    chosen.ariaPressed = "false";
    bar.hidden = true;
    chosen.focus();
  });
  const label = translate("discard", { card: spec.label });
  bar.replaceChildren(button({ ...spec, label, style: "primary" }, press), cancel);
}

// Which card is chosen in an element, to be chosen again when its cards are drawn anew.
export function chosenCard(within) {
  const { command, turn } = within.querySelector('.card-button[aria-pressed="true"]')?.dataset ?? {};
  return command === undefined ? null : { command, turn };
}

export function chooseCard(within, chosen) {
  if (chosen === null) return;
  const same = [...within.querySelectorAll(".card-button")].find(
    ({ dataset }) => dataset.command === chosen.command && dataset.turn === chosen.turn,
  );
  same?.click();
}
