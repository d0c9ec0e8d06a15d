// JSON text as people read it: one member a line, what is being written marked, and long stretches folded away. Every
// character is shown as it came; only white space between values is ours.

const INLINE = 56;
const MOST_GHOSTS = 24; // closing brackets that are still to come
const CLOSERS = { "{": "}", "[": "]" };

// Lay text out as lines of parts. A part is a stretch of the text; `live` lines are still being written.
class Layout {
  constructor(text, { inline = false, openPaths = null }) {
    this.text = text;
    this.scan = new Scan(text, openPaths);
    this.inline = inline;
    this.lines = [];
    this.flatUntil = -1;
    this.newLine(0);
    this.scan.tokens.forEach((token, place) => this.lay(token, this.scan.tokens[place - 1]));
    if (this.scan.bad >= 0) this.add({ start: this.scan.bad, end: text.length, kind: "bad" });
  }

  newLine(depth) {
    this.line = { depth, parts: [], live: false };
    this.lines.push(this.line);
  }

  add(part, closed = true) {
    this.line.parts.push(part);
    if (!closed) this.line.live = true;
  }

  lay(token, before) {
    const flat = token.start < this.flatUntil;
    const isFirst = before && CLOSERS[before.kind] && before.close !== token;
    if (!flat && before && (isFirst || before.kind === ",")) this.newLine(token.depth);
    else if (!flat && token.kind in { "}": 0, "]": 0 } && before.close !== token) this.newLine(token.depth);
    else if (before && (before.kind === ":" || before.kind === ",")) this.add({ gap: " " });
    if (this.inline && CLOSERS[token.kind] && this.isShort(token)) this.flatUntil = token.close.end;
    if (token.kind === "string" || token.kind === "name") this.string(token);
    else this.add({ start: token.start, end: token.end, kind: token.kind }, token.closed);
  }

  isShort(token) {
    return token.close && token.close.end - token.start <= INLINE && !/[[{]/.test(this.text.slice(token.start + 1, token.close.end));
  }

  // A string goes on in a new line after each escaped line feed, so that code and prose read as they will be.
  string(token) {
    let from = token.start;
    const escapes = /\\(?:n|.|$)/gs;
    escapes.lastIndex = token.start;
    for (let found = escapes.exec(this.text); found && found.index < token.end; found = escapes.exec(this.text)) {
      if (found[0] !== "\\n" || found.index + 3 >= token.end) continue;
      this.add({ start: from, end: found.index, kind: token.kind }, token.closed);
      this.add({ start: found.index, end: found.index + 2, kind: "feed" }, token.closed);
      this.newLine(token.depth);
      this.line.goesOn = true;
      from = found.index + 2;
    }
    this.add({ start: from, end: token.end, kind: token.kind }, token.closed);
  }
}

// Write text into a node. Options: `ranges` to mark, `cursor` where text goes on, `inline` for short containers in one
// line, `room` by which folds are opened, `onMore` to open them further, `settles` to tell what is final from what is
// not, and `openPaths` of what is being written where the text itself cannot tell, so that nothing in it is final.
function written(host, text, given) {
  const layout = new Layout(text, given);
  const options = { ...given, cursor: given.cursor && layout.scan.path !== null };
  const kept = keptLines(layout.lines, options);
  const nodes = [];
  for (let at = 0; at < layout.lines.length; at += 1) {
    if (kept[at]) nodes.push(lineNode(layout, layout.lines[at], options, at === layout.lines.length - 1));
    else at = fold(nodes, kept, at, options);
  }
  if (options.cursor) nodes.push(...layout.scan.frames.slice(-MOST_GHOSTS).reverse().map((frame) => ghost(frame.token)));
  host.replaceChildren(...nodes);
  return layout.scan;
}

function fold(nodes, kept, from, options) {
  let to = from;
  while (to + 1 < kept.length && !kept[to + 1]) to += 1;
  nodes.push(button(`… ${counted(to - from + 1, "line")} …`, "fold", options.onMore, "Show more"));
  return to;
}

// Which lines are shown: the first, the last, those that are new or mattered with what is around them, and some of
// those in which something was found.
function keptLines(lines, { ranges, room }) {
  const kept = new Uint8Array(lines.length);
  const around = 10 * room;
  kept.fill(1, 0, 2 * around);
  kept.fill(1, Math.max(0, lines.length - 2 * around));
  keepNear(kept, lines, ranges.filter(({ kind }) => kind !== "found"), around, 60 * room);
  keepNear(kept, lines, ranges.filter(({ kind }) => kind === "found"), 1, 20 * room);
  for (let at = 1; at + 1 < lines.length; at += 1) if (kept[at - 1] && kept[at + 1]) kept[at] = 1;
  return kept;
}

function keepNear(kept, lines, ranges, around, most) {
  let shown = 0;
  for (let at = 0; at < lines.length && shown < most && ranges.length; at += 1) {
    if (!lines[at].parts.some((part) => overlaps(part, ranges))) continue;
    kept.fill(1, Math.max(0, at - around), at + around + 1);
    shown += 1;
  }
}

function overlaps(part, ranges) {
  return ranges.some((range) => part.start < range.end && range.start < part.end);
}

function lineNode(layout, line, options, isLast) {
  const node = el("div", `line${line.goesOn ? " goes-on" : ""}`);
  if (options.settles) node.classList.add(line.live ? "live" : options.openPaths ? "plain" : "settled");
  node.style.setProperty("--depth", Math.min(line.depth, 40));
  for (const part of line.parts) {
    if (part.gap) node.append(part.gap);
    else stretch(node, layout.text, part, options);
  }
  if (isLast && options.cursor) node.append(el("span", "cursor"));
  return node;
}

function ghost(token) {
  const node = el("div", "line ghost", CLOSERS[token.kind]);
  node.style.setProperty("--depth", Math.min(token.depth, 40));
  return node;
}

// A stretch of text with the ranges marked in it; of a very long one its ends, and what is around the ranges.
function stretch(node, text, part, { ranges, room, onMore }) {
  const marks = ranges.filter((range) => part.start < range.end && range.start < part.end);
  let from = part.start;
  for (const [start, end] of windows(part, marks, 400 * room)) {
    if (start > from) node.append(button(`… ${counted(start - from, "character")} …`, "fold", onMore, "Show more"));
    pieces(node, text, { ...part, start, end }, marks);
    from = end;
  }
}

function windows(part, marks, reach) {
  if (part.end - part.start <= 3 * reach) return [[part.start, part.end]];
  const wanted = [[part.start, part.start + reach], ...marks.slice(0, 40).map(({ start, end }) => [start - reach / 4, Math.min(end, start + reach) + reach / 4]), [part.end - reach, part.end]];
  const merged = [];
  for (const [start, end] of wanted.sort(([one], [other]) => one - other)) {
    const last = merged.at(-1);
    if (last && start <= last[1] + 40) last[1] = Math.max(last[1], Math.min(end, part.end));
    else merged.push([Math.max(start, part.start), Math.min(end, part.end)]);
  }
  return merged;
}

function pieces(node, text, part, marks) {
  const edges = new Set([part.start, part.end]);
  for (const { start, end } of marks) for (const edge of [start, end]) if (edge > part.start && edge < part.end) edges.add(edge);
  const cuts = [...edges].sort((one, other) => one - other);
  for (let at = 0; at + 1 < cuts.length; at += 1) {
    const [start, end] = [cuts[at], cuts[at + 1]];
    const kinds = marks.filter((mark) => mark.start < end && start < mark.end).map((mark) => mark.kind);
    const inner = kinds.length ? el("mark", kinds.join(" ")) : null;
    const span = el("span", `of-${NAMES[part.kind] ?? part.kind}`);
    seen(inner ?? span, text.slice(start, end));
    if (inner) span.append(inner);
    node.append(span);
  }
}

const NAMES = { "{": "mark", "}": "mark", "[": "mark", "]": "mark", ",": "mark", ":": "mark" };

// Text that is no JSON, or JSON exactly as it came: in one stretch, broken where it has a line feed.
function verbatim(host, text, options) {
  const node = el("div", "line verbatim");
  const marks = options.ranges;
  let from = 0;
  for (const [start, end] of windows({ start: 0, end: text.length }, marks, 1200 * options.room)) {
    if (start > from) node.append(button(`… ${counted(start - from, "character")} …`, "fold", options.onMore, "Show more"));
    plainPieces(node, text, start, end, marks);
    from = end;
  }
  if (options.cursor) node.append(el("span", "cursor"));
  host.replaceChildren(node);
}

function plainPieces(node, text, start, end, marks) {
  let from = start;
  for (const mark of marks.filter((one) => one.start < end && start < one.end)) {
    seen(node, text.slice(from, Math.max(from, mark.start)), true);
    node.append(seen(el("mark", mark.kind), text.slice(Math.max(from, mark.start), Math.min(end, mark.end)), true));
    from = Math.max(from, Math.min(end, mark.end));
  }
  seen(node, text.slice(from, end), true);
}
