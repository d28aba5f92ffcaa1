// The full-screen pages that lie over the table, and the browser's history that goes with them.

import { preact } from "./preact.js";

const { useEffect, useMemo, useRef, useState } = preact;

const LATE = 600;

const depthNow = () => history.state?.pages ?? 0;

// Keeps as many entries in the browser's history as there are pages.
class PageHistory {
  #wanted = 0;
  #moving = 0; // since when
  #wentBack;

  constructor(wentBack) {
    this.#wentBack = wentBack;
    addEventListener("popstate", () => this.#moved());
    this.#settle(); // pages from before a reload are gone
  }

  show(depth) {
    this.#wanted = depth;
    this.#settle();
  }

  #moved() {
    if (!this.#moving && depthNow() < this.#wanted) {
      this.#wanted = depthNow();
      this.#wentBack(this.#wanted);
    }
    this.#moving = 0;
    this.#settle();
  }

  #settle() {
    // Where the entries are gone no event comes.
    if (Date.now() - this.#moving < LATE) return;
    if (depthNow() > this.#wanted) {
      this.#moving = Date.now();
      history.go(this.#wanted - depthNow());
    }
    for (let depth = depthNow(); depth < this.#wanted; depth++) history.pushState({ pages: depth + 1 }, "");
  }
}

// What lies over the table, the topmost last, and how it changes. Each page has a `key`.
export function usePages() {
  const [pages, setPages] = useState([]);
  const newest = useRef(0);
  const depth = useRef(0);
  const opener = useRef(null); // has the focus again when all pages are gone
  depth.current = pages.length;
  const actions = useMemo(() => ({
    open: (page) => {
      if (!depth.current) opener.current = document.activeElement;
      setPages((old) => [...old, { ...page, key: ++newest.current }]);
    },
    replace: (key, page) => setPages((old) => old.map((each) => (each.key === key ? { ...page, key } : each))),
    shut: (key) => setPages((old) => old.filter((each) => each.key !== key)),
    back: () => setPages((old) => old.slice(0, -1)),
    keep: (test) => setPages((old) => (old.every(test) ? old : old.filter(test))),
    close: () => setPages((old) => (old.length ? [] : old)),
  }), []);
  const entries = useMemo(() => new PageHistory((depth) => setPages((old) => old.slice(0, depth))), []);
  useEffect(() => {
    entries.show(pages.length);
    if (!pages.length && opener.current?.isConnected) opener.current.focus({ preventScroll: true });
  }, [pages.length]);
  return { pages, ...actions };
}
