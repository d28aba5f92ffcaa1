// Whether all that lies on a table has its place, and the room that is left for its middle. What is drawn is measured, so
// long names and large letters count as they are.

const PARTS = ".felt-disc, .felt-plate, .felt-note, .felt-net, .felt-bet, .felt-lying";
const TOUCHING = 3; // px; corners are round
const LEAST = 0.6; // of its usual size
const SMALLER = 0.94;

const meet = (one, other, by) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > by && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > by;

function boxesOf(felt) {
  const origin = felt.getBoundingClientRect();
  return (parts) => [...parts].filter((part) => part.checkVisibility({ visibilityProperty: true })).map((part) => {
    const { left, right, top, bottom } = part.getBoundingClientRect();
    return { left: left - origin.left, right: right - origin.left, top: top - origin.top, bottom: bottom - origin.top, empty: part.matches(".felt-bet") && !part.textContent };
  }).filter(({ left, right }) => right - left > TOUCHING);
}

// Whether the parts of several things keep off each other, and lie on the table.
function apart(things, { width, height }) {
  const full = things.map((boxes) => boxes.filter(({ empty }) => !empty));
  const clear = full.every((boxes, at) => full.slice(0, at).every((others) => !boxes.some((box) => others.some((other) => meet(box, other, TOUCHING)))));
  return clear && full.flat().every(({ left, right, top, bottom }) => left > -TOUCHING && right < width + TOUCHING && top > -TOUCHING && bottom < height + TOUCHING);
}

// Of the rectangles around the axis of the table that nothing reaches into, the one in which the middle is largest.
export function roomLeft(boxes, { width, height, unit }, { wide, high, most }) {
  const [axis, rim] = [width / 2, 30 * unit];
  let best = null;
  for (const top of [rim, ...boxes.map((box) => box.bottom)]) {
    for (const bottom of [height - rim, ...boxes.map((box) => box.top)]) {
      if (bottom - top < rim) continue;
      const beside = boxes.filter((box) => box.top < bottom && box.bottom > top);
      const half = Math.min(axis - rim, ...beside.map((box) => Math.max(box.left - axis, axis - box.right))) - 4 * unit;
      const share = Math.min(most, (2 * half) / (wide * unit), (bottom - top) / (high * unit));
      const worth = share - Math.abs(top + bottom - height) / height / 6;
      if (!best || worth > best.worth) best = { top, bottom, half, share, worth };
    }
  }
  return best;
}

// What the round corners take of a table at its lower end, where seats leave them free.
function corners({ width, height }) {
  return [[0.26, 0.92], [0.16, 0.83], [0.1, 0.7]].flatMap(([share, from]) => {
    const [top, bottom] = [height * from, height];
    return [{ left: 0, right: width * share, top, bottom }, { left: width * (1 - share), right: width, top, bottom }];
  });
}

// Draws the middle as large as its room allows, and not larger than `most`. Returns how large that is; 0 if something has no place.
export function fitted(felt, size, wanted) {
  const [boxes, middle] = [boxesOf(felt), felt.querySelector(".felt-middle")];
  if (felt.matches(".felt-crowd")) {
    const heads = boxes(felt.querySelectorAll(".felt-head .felt-disc"));
    const mine = boxes(felt.querySelectorAll(`.at-bottom :is(${PARTS})`));
    const core = boxes(middle.querySelectorAll(`p, .felt-heap svg, .at-bank :is(${PARTS})`));
    return apart([mine, core], size) && ![...mine, ...core].some((box) => heads.some((head) => meet(box, head, TOUCHING))) ? 1 : 0;
  }
  const seats = [...felt.querySelectorAll(".seat")].map((seat) => boxes(seat.querySelectorAll(PARTS)));
  const room = apart(seats, size) && roomLeft([...seats.flat(), ...boxes(felt.querySelectorAll(".felt-free")), ...corners(size)], size, wanted);
  if (!room) return 0;
  middle.style.top = `${(room.top + room.bottom) / 2}px`;
  middle.style.setProperty("--free", `${2 * room.half}px`);
  const high = room.bottom - room.top - 8 * size.unit;
  let share = room.share;
  while (share > LEAST) {
    middle.style.setProperty("--u", `${share * size.unit}px`);
    // What is on its way there must not count.
    const { offsetHeight, clientWidth, children } = middle;
    if (offsetHeight <= high && [...children].every((each) => each.offsetWidth <= clientWidth + 1)) return share;
    share *= Math.min(SMALLER, Math.sqrt(high / offsetHeight));
  }
  return 0;
}
