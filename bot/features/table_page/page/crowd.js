// More than eight seats: a crowd in rings around one bank.
import { preact } from "./preact.js";
import { Face, pressable, seatClass } from "./seats.js";
import { brief, signed } from "./chips.js";
import { clockwise, dealerOf } from "./chairs.js";

const { html, useMemo } = preact;

const BIGGEST = 46;
const SMALLEST = 14;
const BENT = 0.66; // how square the rings are: 1 would be an ellipse
const LINE = 13; // what is written below a disc

const FINE = 2; // pixels between two points that are looked at

// The points of a ring, `FINE` apart, clockwise from the bottom; none where my own seat is.
function ring(wide, high, free) {
  const points = [];
  let last = null;
  for (let turn = 0; turn < 2 * Math.PI; turn += 0.002) {
    const [sine, cosine] = [Math.sin(turn), Math.cos(turn)];
    const x = (-Math.sign(sine) * Math.abs(sine) ** BENT * wide) / 2;
    const y = (Math.sign(cosine) * Math.abs(cosine) ** BENT * high) / 2;
    if (last && Math.hypot(x - last.x, y - last.y) < FINE) continue;
    last = { x, y, turn };
    if (!free(last)) points.push(last);
  }
  return points;
}

// Places for `count` people as large as they can be in the room given: `size` of a disc, and points from the middle.
// Where that is too little, the lines below the discs go first (`bare`), then some of the room in the middle.
export function crowdPlaces(count, width, height, core) {
  for (const [line, share, least] of [[LINE, 1, 20], [2, 1, SMALLEST], [2, 0.8, SMALLEST]]) {
    for (let size = BIGGEST; size >= least; size--) {
      const rings = ringsOf(size, size + line, width, height, core, share);
      const rooms = rings.map((points) => Math.floor((points.length * FINE) / (size + line)));
      const bare = line < LINE;
      if (sum(rooms) >= count || (share < 1 && size === SMALLEST)) return { size, bare, points: shared(Math.min(count, sum(rooms)), rings, rooms).sort((one, other) => one.turn - other.turn) };
    }
  }
}

function ringsOf(size, step, width, height, core, share) {
  const rings = [];
  for (let depth = 0; ; depth++) {
    const [wide, high] = [width - size - 10 - depth * 2 * step, height - step - 4 - depth * 2 * step];
    if (wide - size < core.width * share || high - step < core.height * share) return rings;
    const within = ({ x, y }) => Math.abs(x) < (core.width * share + size) / 2 && Math.abs(y) < (core.height * share + size) / 2;
    rings.push(ring(wide, high, (at) => within(at) || (Math.abs(at.x) < (core.mine + size) / 2 && at.y > height / 2 - core.low - step / 2)));
  }
}

function sum(numbers) {
  return numbers.reduce((all, each) => all + each, 0);
}

// The outer rings take their share of all, the innermost the rest.
function shared(count, rings, rooms) {
  let left = count;
  let room = sum(rooms);
  return rings.flatMap((points, depth) => {
    const here = Math.min(rooms[depth], Math.ceil((left * rooms[depth]) / Math.max(1, room)));
    left -= here;
    room -= rooms[depth];
    return Array.from({ length: here }, (_, place) => points[Math.floor(((place + 0.5) * points.length) / here)]);
  });
}

// The one line below a disc: what a hand brought, else its value, else its stake.
function line(seat) {
  if (seat.net !== null) return signed(seat.net);
  if (seat.value) return seat.value;
  return seat.bet ? brief(seat.bet) : "";
}

function Head({ seat, chair, game, name, pressed, style, bare }) {
  const says = bare ? "" : line(seat);
  const kind = seat.net > 0 ? "felt-net-more" : seat.net < 0 ? "felt-net-less" : "";
  return html`<${pressed ? "button" : "div"} class=${seatClass(seat, ["felt-head", bare ? "is-bare" : "", seat.bet || !seat.asked ? "" : "is-missing"])} style=${style} ...${pressable(seat, chair, game, name, pressed)}>
    <span class="felt-disc" data-spot=${`seat-${chair}`}><${Face} name=${seat.name} /></span>
    <span class=${`felt-head-line ${kind}`} data-spot=${`bet-${chair}`} dir="auto">${says}</span>
  <//>`;
}

// The banker sits in the middle with the bank, I below it, all others around.
export function Crowd({ scene, width, height, unit, list, me, banker, since, name, pressed }) {
  const others = clockwise(scene, me ?? banker ?? 0).filter((chair) => chair !== me && chair !== banker);
  const core = { width: 200 * unit, height: 190 * unit, mine: me === undefined ? 0 : 300 * unit, low: 58 * unit };
  const { size, bare, points } = useMemo(() => crowdPlaces(others.length, width, height, core), [others.length, width, height, unit, me]);
  const head = (chair, place) => {
    const at = list ? {} : { left: `${width / 2 + points[place].x}px`, top: `${height / 2 + points[place].y}px`, "--size": `${size}px` };
    return html`<${Head} key=${chair} seat=${scene.seats[chair]} chair=${chair} game=${scene.game} name=${name} pressed=${pressed} style=${{ ...at, ...since(chair) }} bare=${bare && !list} />`;
  };
  return list ? html`<div class="felt-heads">${others.map(head)}</div>` : others.slice(0, points.length).map(head);
}
