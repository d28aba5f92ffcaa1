// A stable face for every person: an initial on a shape in a colour, all from their number, never from their seat.

const SVG = "http://www.w3.org/2000/svg";
const COLOURS = ["#1565c0", "#00796b", "#6a1b9a", "#ad4e00", "#2e6b34", "#a3194f", "#4e5b66", "#7a5c00"];
const SHAPES = [
  ["circle", { cx: 16, cy: 16, r: 16 }],
  ["rect", { x: 1, y: 1, width: 30, height: 30, rx: 8 }],
  ["path", { d: "M16 0 30 8v16l-14 8L2 24V8z" }],
  ["path", { d: "M16 0c9 0 16 5 16 14 0 11-8 18-16 18S0 25 0 14C0 5 7 0 16 0z" }],
  ["path", { d: "M9.4 0h13.2L32 9.4v13.2L22.6 32H9.4L0 22.6V9.4z" }],
  ["path", { d: "M2 2h28v14c0 9-6 14-14 16C8 30 2 25 2 16z" }],
];

// The room numbers its people as they come, so that the first of them all look different.
function number(text) {
  const counted = /^local:([0-9a-f]{4})/.exec(text);
  if (counted) return parseInt(counted[1], 16);
  let value = 2166136261;
  for (const each of text) value = Math.imul(value ^ each.codePointAt(0), 16777619);
  return value >>> 0;
}

function element(kind, attributes) {
  const made = document.createElementNS(SVG, kind);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

export function avatar(id, name) {
  if (id === "kiu") {
    const picture = document.createElement("img");
    Object.assign(picture, { src: "/icon.svg", alt: "", className: "avatar" });
    return picture;
  }
  const value = number(id);
  const face = element("svg", { viewBox: "0 0 32 32", class: "avatar", "aria-hidden": "true" });
  const [kind, attributes] = SHAPES[value % SHAPES.length];
  const shape = element(kind, { ...attributes, fill: COLOURS[value % COLOURS.length] });
  const letter = element("text", {
    x: 16, y: 16, "text-anchor": "middle", "dominant-baseline": "central", fill: "#fff", "font-size": 15, "font-weight": 650,
  });
  letter.textContent = [...name][0]?.toUpperCase() ?? "?";
  face.append(shape, letter);
  return face;
}
