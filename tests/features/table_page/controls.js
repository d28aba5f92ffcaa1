() => {
  const dialog = [...document.querySelectorAll("dialog[open], [role=dialog]:not([inert])")].at(-1);
  const seat = ".felt-disc, .felt-plate, .felt-note, .felt-net, .felt-bet-chips, .felt-lying .felt-slot, .felt-value";
  const middle = ".felt-middle p, .felt-chips-heap, .felt-ring-wide, .felt-pond, .felt-winning";
  const hand = ".hand-lines p, .whole-value, .pair-value, .three-pair, .hand-status > *, .time-bar, .controls-waits, .control-choose";
  const parts = dialog ? "" : `, ${seat}, ${middle}, ${hand}`;
  const below = document.querySelector(".controls-area");
  // What scrolls behind my controls is free of them at one of the ends.
  if (below) Object.assign(below.style, { position: "static", maxHeight: "none" });
  const scroller = (up) => up && (/auto|scroll/.test(getComputedStyle(up).overflowY) || up.matches(".felt:not(.felt-list)") ? up : scroller(up.parentElement));
  const all = [...(dialog ?? document).querySelectorAll(`button:not([data-chair]), input, a[href]${parts}`)];
  const shown = all.filter((each) => !each.closest("[inert]") && each.checkVisibility({ visibilityProperty: true }));
  const things = [];
  const numbered = (thing) => (things.includes(thing) ? things.indexOf(thing) : things.push(thing) - 1);
  const found = shown.map((each) => {
    const box = each.getBoundingClientRect();
    const around = scroller(each.parentElement) ?? document.scrollingElement;
    const room = around.getBoundingClientRect();
    const [top, bottom] = [room.top - around.scrollTop, room.top - around.scrollTop + around.scrollHeight];
    const spare = each.closest(".seat") ? 4 : 1;
    const words = each.matches("button, p:not(.hand-status *)") && !("card" in each.dataset);
    const thing = each.closest(".seat, .felt-middle, .board, .amount-row, .pair-values");
    return {
      name: each.getAttribute("aria-label") ?? (each.textContent.trim() || each.getAttribute("class")),
      pressed: each.matches("button, input, a") && !each.disabled,
      // Parts of one thing may lie upon each other: cards as in a hand, and heads of a crowd in rings.
      thing: thing?.matches(".felt-head") ? "heads" : numbered(thing ?? each),
      box: [box.left, Math.max(box.top, room.top), box.right, Math.min(box.bottom, room.bottom)],
      cut: box.left < room.left - spare || box.right > room.right + spare || box.top < top - spare || box.bottom > bottom + spare
        || words && (each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 2),
    };
  });
  if (below) Object.assign(below.style, { position: "", maxHeight: "" });
  return found;
}
