// Components that are drawn anew only when they are told something else.

import { preact } from "./preact.js";

const { html, useRef } = preact;

function same(one, other) {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return false;
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => same(one[name], other[name]));
}

// For a component without children, told plain data and functions that stay the same.
export function kept(Component) {
  return function Kept(props) {
    const last = useRef({}).current;
    if (!last.props || !same(last.props, props)) Object.assign(last, { props, drawn: html`<${Component} ...${props} />` });
    return last.drawn;
  };
}
