// Which part of the stream is on the screen: the newest message, unless somebody looks at older ones.

const NEAR = 80;
const ABOVE = 8;
const END = "end"; // the end of the stream stays in sight, whatever comes
const TOP = "top"; // the beginning of the newest message stays in sight, which is taller than the screen
const READING = "reading"; // somewhere in that message; nothing moves until there is a newer one
const ELSEWHERE = "elsewhere";

export class Following {
  #stream;
  #posts;
  #moved;
  #now = END;
  #item = null;
  #set = 0;

  constructor(stream, posts, moved) {
    this.#stream = stream;
    this.#posts = posts;
    this.#moved = moved;
    stream.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    new ResizeObserver(() => this.hold()).observe(stream);
  }

  get atEnd() {
    return this.#stream.scrollHeight - this.#stream.scrollTop - this.#stream.clientHeight < NEAR;
  }

  // Whatever is new is shown, since nobody looks at what is older.
  get follows() {
    return this.#now !== ELSEWHERE;
  }

  // Whether the end is in sight and stays so.
  get ends() {
    return this.#now === END;
  }

  // Show a message: all of it, or of one taller than the screen its beginning, or its end if that is what matters.
  show(item, { end = false } = {}) {
    const tall = item.offsetHeight + 2 * ABOVE > this.#stream.clientHeight;
    this.#item = item;
    this.#now = tall && !end ? TOP : END;
    this.hold();
  }

  showEnd() {
    this.#now = END;
    this.hold();
  }

  // An item was put in the place of another.
  replaced(old, item) {
    if (this.#item === old) this.#item = item;
    this.hold();
  }

  // Something has changed its height: what was in sight stays so.
  hold() {
    // An empty stream shows the welcome, from its beginning.
    if (this.#now === END && this.#posts.lastElementChild) this.#stream.scrollTop = this.#stream.scrollHeight;
    if (this.#now === TOP) this.#stream.scrollTop += this.#above(this.#item) - ABOVE;
    this.#set = this.#stream.scrollTop;
    this.#moved();
  }

  #above(item) {
    return item.getBoundingClientRect().top - this.#stream.getBoundingClientRect().top;
  }

  #scrolled() {
    if (Math.abs(this.#stream.scrollTop - this.#set) > 1) {
      const newest = this.#posts.lastElementChild;
      if (this.atEnd) this.#now = END;
      else if (newest && this.#above(newest) < NEAR) this.#now = READING;
      else this.#now = ELSEWHERE;
      this.#set = this.#stream.scrollTop;
    }
    this.#moved();
  }
}
