() => {
  const dialog = [...document.querySelectorAll("dialog[open], [role=dialog]:not([inert])")].at(-1);
  const all = [...(dialog ?? document).querySelectorAll("button, input, a[href]")];
  const scroller = (up) => up && (/auto|scroll/.test(getComputedStyle(up).overflowY) ? up : scroller(up.parentElement));
  const shown = all.filter((each) => !each.closest("[inert]") && each.checkVisibility({ visibilityProperty: true }));
  return shown.map((each) => {
    const box = each.getBoundingClientRect();
    const around = scroller(each.parentElement) ?? document.scrollingElement;
    const room = around.getBoundingClientRect();
    const [top, bottom] = [room.top - around.scrollTop, room.top - around.scrollTop + around.scrollHeight];
    // A seat takes taps a little beyond what is drawn of it.
    const spare = "chair" in each.dataset ? box.width / 10 : 1;
    const text = each.matches("button") && !("card" in each.dataset) && !("chair" in each.dataset);
    return {
      name: each.getAttribute("aria-label") ?? each.textContent.trim(),
      disabled: each.disabled,
      card: "card" in each.dataset,
      seat: "chair" in each.dataset,
      box: [box.left, Math.max(box.top, room.top), box.right, Math.min(box.bottom, room.bottom)],
      cut: box.left < room.left - spare || box.right > room.right + spare
        || box.top < top - 1 || box.bottom > bottom + 1
        || text && (each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1),
    };
  });
}
