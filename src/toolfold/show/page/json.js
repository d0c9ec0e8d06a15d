// Reading JSON text that may stop anywhere, as argument text does while it grows: its tokens, what is closed, which
// path is being written, and where it is no JSON any more.

const SPACES = /[ \t\n\r]*/y;
const NUMERIC = /[-+.eE\d]+/y;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const NUMBER_SO_FAR = /^-?(?:0|[1-9]\d*)?(?:(?<=\d)\.\d*)?(?:(?<=\d)[eE][+-]?\d*)?$/;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const ESCAPE_SO_FAR = /^\\(?:u[0-9a-fA-F]{0,3})?$/;
const WORDS = { t: "true", f: "false", n: "null" };

class Scan {
  // `openPaths` are paths, as JSON, whose values go on although the text does not show it.
  constructor(text, openPaths = null) {
    this.text = text;
    this.openPaths = openPaths;
    this.at = 0;
    this.mode = "value"; // what may come next; also the name of the method that reads it
    this.frames = []; // containers that are open, each with its token, the name being written and the items so far
    this.tokens = [];
    this.bad = -1; // where the text is no JSON any more
    while (this.skipSpace() && this.bad < 0 && this[this.mode]());
  }

  skipSpace() {
    SPACES.lastIndex = this.at;
    SPACES.exec(this.text);
    this.at = SPACES.lastIndex;
    return this.at < this.text.length;
  }

  get top() {
    return this.frames.at(-1);
  }

  push(kind, end, closed) {
    const token = { kind, start: this.at, end, depth: this.frames.length, closed };
    this.tokens.push(token);
    this.at = end;
    return token;
  }

  broken(at = this.at) {
    this.bad = at;
    return false;
  }

  // Called when a value is whole.
  settled() {
    this.mode = "after";
    if (!this.top) return true;
    if (this.top.name) this.top.name.closed = true;
    this.top.count += 1;
    return true;
  }

  value() {
    const mark = this.text[this.at];
    if (mark === '"') return this.string("string") && this.announced() && this.settled();
    if (mark === "{" || mark === "[") return this.open(mark);
    if (mark === "-" || (mark >= "0" && mark <= "9")) return this.number();
    return WORDS[mark] ? this.word(WORDS[mark]) : this.broken();
  }

  // Open the string just read again, if more of it was announced.
  announced() {
    if (this.openPaths?.has(JSON.stringify(this.here(this.frames)))) this.tokens.at(-1).closed = false;
    return true;
  }

  firstItem() {
    if (this.text[this.at] === "]") return this.close();
    this.mode = "value";
    return true;
  }

  firstName() {
    return this.text[this.at] === "}" ? this.close() : this.name();
  }

  name() {
    if (this.text[this.at] !== '"') return this.broken();
    const whole = this.string("name");
    this.top.name = this.tokens.at(-1);
    this.top.name.closed = false;
    if (whole) this.mode = "colon";
    return whole;
  }

  colon() {
    if (this.text[this.at] !== ":") return this.broken();
    this.push(":", this.at + 1, true);
    this.mode = "value";
    return true;
  }

  after() {
    const mark = this.text[this.at];
    if (!this.top) return this.broken();
    const array = this.top.token.kind === "[";
    if (mark === (array ? "]" : "}")) return this.close();
    if (mark !== ",") return this.broken();
    this.push(",", this.at + 1, true);
    this.mode = array ? "value" : "name";
    return true;
  }

  open(mark) {
    const token = this.push(mark, this.at + 1, false);
    this.frames.push({ token, name: null, count: 0 });
    this.mode = mark === "[" ? "firstItem" : "firstName";
    return true;
  }

  close() {
    const { token } = this.frames.pop();
    token.closed = true;
    token.close = this.push(this.text[this.at], this.at + 1, true);
    return this.settled();
  }

  string(kind) {
    const special = /["\\]/g;
    special.lastIndex = this.at + 1;
    for (let found = special.exec(this.text); found; found = special.exec(this.text)) {
      if (found[0] === '"') return this.push(kind, found.index + 1, true);
      ESCAPE.lastIndex = found.index;
      if (!ESCAPE.test(this.text)) return this.cutEscape(kind, found.index);
      special.lastIndex = ESCAPE.lastIndex;
    }
    return this.unfinished(kind, kind);
  }

  cutEscape(kind, at) {
    const cut = this.text.length - at < 6 && ESCAPE_SO_FAR.test(this.text.slice(at));
    if (cut) return this.unfinished(kind, kind);
    this.push(kind, at, false);
    return this.broken();
  }

  unfinished(kind, mode) {
    this.push(kind, this.text.length, false);
    this.mode = mode === "name" ? "inName" : "inValue";
    return false;
  }

  number() {
    NUMERIC.lastIndex = this.at;
    const [found] = NUMERIC.exec(this.text);
    if (this.at + found.length === this.text.length) {
      return NUMBER_SO_FAR.test(found) ? this.unfinished("number", "value") : this.broken();
    }
    if (!NUMBER.test(found)) return this.broken();
    this.push("number", this.at + found.length, true);
    return this.settled();
  }

  word(word) {
    const found = this.text.slice(this.at, this.at + word.length);
    if (!word.startsWith(found)) return this.broken();
    if (found !== word) return this.unfinished("word", "value");
    this.push("word", this.at + word.length, true);
    return this.settled();
  }

  // The path that is being written, [] for the root; null if nothing is.
  get path() {
    const blank = !this.tokens.length;
    if (this.bad >= 0 || blank || (!this.frames.length && this.mode === "after")) return null;
    const inside = this.mode === "value" || this.mode === "inValue";
    return this.here(inside ? this.frames : this.frames.slice(0, -1));
  }

  here(frames) {
    return frames.map((frame) => (frame.token.kind === "[" ? frame.count : nameOf(this.text, frame.name)));
  }
}

function nameOf(text, token) {
  const written = text.slice(token.start, token.end);
  try {
    return JSON.parse(written);
  } catch {
    return written.slice(1, -1); // a name with a raw control character in it, which our reading accepts
  }
}

function pathText(path) {
  const plain = /^[\p{L}_][\p{L}\p{N}_]*$/u;
  const one = (step) => (typeof step === "number" ? `[${step}]` : plain.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`);
  return `$${path.map(one).join("")}`;
}
