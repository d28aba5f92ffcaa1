// Where lines are typed: commands are completed, earlier lines come back with the arrow keys.

import { make } from "./elements.js";

const REMEMBERED = 50;
const SHOWN = 8;

export class Composer {
  constructor(send) {
    this.send = send;
    this.form = document.getElementById("composer");
    this.line = document.getElementById("line");
    this.list = document.getElementById("suggestions");
    this.commands = [];
    this.history = [];
    this.at = 0;
    this.picked = -1;
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit();
    });
    this.line.addEventListener("input", () => this.#suggest());
    this.line.addEventListener("keydown", (event) => this.#key(event));
    this.line.addEventListener("blur", () => setTimeout(() => this.#hide(), 150));
    document.addEventListener("keydown", (event) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target.matches("input, textarea") || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      this.line.focus();
      if (!this.line.value) this.line.value = "/";
      this.#suggest();
    });
  }

  #submit() {
    const text = this.line.value.trim().replace(/^\/+/, "/");
    this.#hide();
    if (!text) return;
    this.history = [...this.history.filter((each) => each !== text), text].slice(-REMEMBERED);
    this.at = this.history.length;
    this.line.value = "";
    this.send(text);
  }

  #key(event) {
    const open = !this.list.hidden;
    if (open && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      const count = this.list.children.length;
      this.#pick((this.picked + (event.key === "ArrowDown" ? 1 : count - 1 + (this.picked < 0))) % count);
    } else if (open && (event.key === "Tab" || event.key === "Enter") && this.picked >= 0) {
      this.#take(this.list.children[this.picked].dataset.name);
    } else if (open && event.key === "Tab") {
      this.#take(this.list.children[0].dataset.name);
    } else if (open && event.key === "Escape") {
      this.#hide();
    } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      const next = this.at + (event.key === "ArrowUp" ? -1 : 1);
      if (next < 0 || next > this.history.length) return;
      this.at = next;
      this.line.value = this.history[next] ?? "";
    } else {
      return;
    }
    event.preventDefault();
  }

  #suggest() {
    const typed = this.line.value.replace(/^\/+/, "/");
    const wanted = typed.slice(1).toLowerCase();
    const found = typed.startsWith("/")
      ? this.commands.filter((each) => each.name.startsWith(wanted) || (wanted.startsWith(`${each.name} `) && each.usage !== `/${each.name}`))
      : [];
    this.list.replaceChildren(...found.slice(0, SHOWN).map((each, place) => {
      const item = make("li", "");
      item.id = `suggestion-${place}`;
      item.dataset.name = each.name;
      item.setAttribute("role", "option");
      item.append(make("code", "", each.usage), make("span", "muted", each.help));
      item.addEventListener("pointerdown", (event) => {
        event.preventDefault();
        this.#take(each.name);
      });
      return item;
    }));
    this.list.hidden = !found.length;
    this.line.setAttribute("aria-expanded", String(!!found.length));
    this.#pick(-1);
  }

  #pick(place) {
    this.picked = place;
    for (const [index, item] of [...this.list.children].entries()) {
      item.setAttribute("aria-selected", String(index === place));
      if (index === place) item.scrollIntoView({ block: "nearest" });
    }
    if (place < 0) this.line.removeAttribute("aria-activedescendant");
    else this.line.setAttribute("aria-activedescendant", `suggestion-${place}`);
  }

  #take(name) {
    const command = this.commands.find((each) => each.name === name);
    this.line.value = `/${name}${command && command.usage !== `/${name}` ? " " : ""}`;
    this.#hide();
    this.line.focus();
  }

  #hide() {
    this.list.hidden = true;
    this.picked = -1;
    this.line.setAttribute("aria-expanded", "false");
    this.line.removeAttribute("aria-activedescendant");
  }
}
