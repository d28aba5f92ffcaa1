// The questions the page asks: how much, which one, and who you are.

import { amountOf } from "./amounts.js";
import { avatar } from "./avatars.js";
import { button, make } from "./elements.js";
import { keepPassword, known, newcomer, password } from "./people.js";
import { number, translate } from "./words.js";

const find = (id) => document.getElementById(id);

// A step of 1, 2 or 5 with zeros, about a twentieth of the range.
function niceStep(least, most) {
  const rough = Math.max(1, (most - least) / 20);
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough);
}

// Ask for an amount, with what one holds and what is at stake; resolves to its digits, or to null when it was called off.
export function askAmount({ prompt, least, most, doing = "", about = [] }, held = []) {
  const dialog = find("amount");
  const field = find("amount-number");
  const slider = find("amount-slider");
  const step = niceStep(least, most);
  const range = { least: number(least), most: number(most) };
  find("amount-title").textContent = prompt;
  find("amount-range").textContent = translate("amount-range", range);
  find("amount-problem").textContent = "";
  find("amount-cancel").textContent = translate("cancel");
  find("amount-about").replaceChildren(...[...held, ...about].map((each) => make("p", "", each)));
  find("amount-less").ariaLabel = translate("less");
  find("amount-more").ariaLabel = translate("more");
  Object.assign(slider, { min: least, max: most, step: 1, value: least });
  field.value = String(least);
  const allowed = (value) => value >= least && value <= most;
  // The button says what it does.
  const name = () => {
    const value = amountOf(field.value);
    const says = doing && allowed(value) ? doing.replace("{amount}", number(value)) : translate("send");
    find("amount-send").textContent = says;
  };
  const set = (value) => {
    field.value = String(Math.min(most, Math.max(least, value)));
    slider.value = field.value;
    find("amount-problem").textContent = "";
    name();
  };
  name();
  const stepped = (direction) => {
    const now = amountOf(field.value) || least;
    const next = direction > 0 ? Math.floor(now / step) * step + step : Math.ceil(now / step) * step - step;
    set(next);
  };
  return new Promise((resolve) => {
    find("amount-less").onclick = () => stepped(-1);
    find("amount-more").onclick = () => stepped(1);
    slider.oninput = () => set(Number(slider.value) >= most ? most : Math.max(least, Math.round(slider.value / step) * step));
    field.oninput = () => {
      const value = amountOf(field.value);
      if (allowed(value)) slider.value = value;
      name();
    };
    field.onkeydown = (event) => {
      if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
      event.preventDefault();
      stepped(event.key === "ArrowUp" ? 1 : -1);
    };
    find("amount-cancel").onclick = () => dialog.close("");
    dialog.querySelector("form").onsubmit = (event) => {
      event.preventDefault();
      const value = amountOf(field.value);
      if (allowed(value)) {
        dialog.close(String(value));
        return;
      }
      find("amount-problem").textContent = translate("amount-wrong", { ...range, example: number(1500) });
      field.select();
    };
    dialog.onclose = () => resolve(dialog.returnValue || null);
    dialog.returnValue = "";
    dialog.showModal();
    field.focus();
    field.select();
  });
}

// Ask which of some buttons is meant; resolves to it, or to null when it was called off.
export function askChoice({ prompt }, choices, back = translate("cancel")) {
  const dialog = find("choice");
  find("choice-title").textContent = prompt;
  find("choice-cancel").textContent = back;
  return new Promise((resolve) => {
    let chosen = null;
    find("choice-list").replaceChildren(...choices.map((spec) => button(spec, () => {
      chosen = spec;
      dialog.close();
    })));
    dialog.onclose = () => resolve(chosen);
    dialog.showModal();
  });
}

// Ask who sits at this tab; resolves to a person, or to null when it stays who it is.
export function askWho({ refusal = null, mayCancel = false, tried = "" } = {}) {
  const dialog = find("who");
  const name = find("who-name");
  const secret = find("who-password");
  const asksPassword = refusal?.reason.startsWith("password") || !!password();
  find("who-title").textContent = translate("who-title");
  find("who-words").textContent = translate("who-words");
  find("who-name-label").textContent = translate("who-name");
  find("who-password-label").textContent = translate("who-password");
  find("who-enter").textContent = translate("enter");
  find("who-cancel").textContent = translate("cancel");
  find("who-cancel").hidden = !mayCancel;
  find("who-problem").textContent = refusal ? translate(refusal.reason, refusal) : "";
  secret.hidden = find("who-password-label").hidden = !asksPassword;
  secret.value = password();
  name.value = refusal?.suggestion || tried;
  return new Promise((resolve) => {
    let picked = null;
    const close = (person) => {
      picked = person;
      if (!secret.hidden) keepPassword(secret.value);
      dialog.close();
    };
    find("who-list").replaceChildren(...known().map((person) => {
      const choice = make("button", "who-choice");
      choice.type = "button";
      choice.append(avatar(person.id ?? person.token, person.name), make("span", "", person.name));
      choice.addEventListener("click", () => close(person));
      const item = make("li");
      item.append(choice);
      return item;
    }));
    find("who-cancel").onclick = () => dialog.close();
    dialog.oncancel = (event) => mayCancel || event.preventDefault();
    dialog.querySelector("form").onsubmit = (event) => {
      event.preventDefault();
      if (name.value.trim()) close(newcomer(name.value.trim()));
      else find("who-problem").textContent = translate("name-needed");
    };
    // Chromium closes a dialog on a second Esc whatever the page says; without a person there is no room, so ask again.
    dialog.onclose = () => (picked || mayCancel ? resolve(picked) : dialog.showModal());
    dialog.showModal();
    (refusal?.reason.startsWith("password") ? secret : name).focus();
  });
}
