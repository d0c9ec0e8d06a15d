// The calls as cards: what is known of each after a step. A card is made once and changed in place, so that what has
// the focus keeps it.

const DECK = 24;

class Card {
  constructor(call, app) {
    Object.assign(this, { call, app, room: 1, looks: "" });
    this.name = el("h3", "name");
    this.seal = el("span", "seal");
    this.verdict = el("span", "verdict");
    this.facts = el("p", "facts");
    this.body = el("div", "arguments");
    this.body.tabIndex = 0;
    this.body.setAttribute("role", "region");
    this.writing = el("p", "writing");
    this.remarks = el("ul", "remarks");
    this.jumps = el("p", "jumps");
    const head = el("header", "", el("span", `dot call-${call.place % 8}`), this.name, this.seal, this.verdict);
    this.node = el("article", "card", head, this.facts, this.body, this.writing, this.remarks, this.jumps);
    this.node.dataset.key = call.key;
    this.addJumps();
  }

  addJumps() {
    const { call, app } = this;
    const places = [["opened", call.openedAt]];
    if (call.steps.length) places.push(["first text", call.steps[0]], ["last text", call.steps.at(-1)]);
    const sealed = call.seals.find(([, seal]) => seal >= 2);
    if (sealed) places.push([SEALS[sealed[1]], sealed[0]]);
    const fault = call.faults.find(([, found]) => found);
    if (fault) places.push(["fault", fault[0]]);
    for (const [word, step] of places) this.jumps.append(button(`${word} ${step}`, `jump jump-${word}`, () => app.go(step), `Go to step ${step}`));
  }

  show(step) {
    const now = this.call.at(step, step === this.app.recording.steps);
    const looks = JSON.stringify([now, this.app.asReceived, this.app.query, this.room]);
    if (looks === this.looks) return;
    this.looks = looks;
    this.node.classList.toggle("fresh", now.fresh);
    this.node.classList.toggle("dropped", now.dropped);
    this.showHead(now);
    this.showBody(now);
    this.showRemarks(now);
  }

  showHead(now) {
    const { call } = this;
    this.name.replaceChildren(...seen(el("span"), shortened(now.name ?? "", 120)).childNodes);
    this.name.classList.toggle("missing", !now.name);
    if (!now.name) this.name.textContent = "no name yet";
    this.body.setAttribute("aria-label", `Arguments of ${escaped(shortened(now.name ?? "a call without a name", 60))}`);
    this.seal.textContent = now.dropped ? "taken back" : SEALS[now.seal];
    this.seal.className = `seal seal-${now.seal}`;
    this.verdict.hidden = now.fault === undefined || now.dropped;
    this.verdict.className = now.fault ? "verdict bad" : "verdict good";
    this.verdict.textContent = now.fault ? now.fault[0] : "sound";
    const made = now.id !== undefined && now.id === call.madeUp;
    const facts = [["call", call.key], ["id", now.id ? `${shortened(now.id, 80)}${made ? " (made up)" : ""}` : "none yet"], ["index", call.index], ["choice", call.choice || undefined], ["message", call.message || undefined]];
    if (call.provider) facts.push(["run by", "the provider"]);
    if (call.custom) facts.push(["input", "free text"]);
    if (call.display) facts.push(["shown as", shortened(call.display, 120)]);
    const told = facts.filter(([, value]) => value !== undefined && value !== null);
    this.facts.replaceChildren(...told.map(([word, value]) => el("span", "", `${word} `, label("b", "", String(value)))));
  }

  showBody(now) {
    const { call, app } = this;
    const text = call.textOf(now.cut);
    const open = now.seal < 2 && !now.dropped;
    const ranges = now.fresh ? [{ start: call.keptBy(now.cut), end: text.length, kind: "new" }] : [];
    const options = { ranges: [...app.finds(text), ...ranges], room: this.room, settles: true, onMore: () => this.more() };
    this.body.classList.toggle("empty", !text);
    if (!text) this.body.replaceChildren(el("div", "line quiet", "no arguments yet", open ? el("span", "cursor") : ""));
    else if (call.custom || app.asReceived) verbatim(this.body, text, { ...options, cursor: open });
    else this.showJson(text, now, options, open);
    if (call.custom || app.asReceived || !text) this.tell(now.path, undefined, open);
    this.follow(now);
  }

  showJson(text, now, options, open) {
    const openPaths = open && now.path ? new Set(now.path.map((path) => JSON.stringify(path))) : null;
    const scan = written(this.body, text, { ...options, cursor: open && !now.path, openPaths });
    this.tell(now.path, scan, open);
  }

  // Say in words which path is being written.
  tell(paths, scan, open) {
    const path = paths ? paths.at(-1) : scan?.path;
    const said = open && path?.length ? `writing ${shortened(pathText(path), 160)}` : scan && scan.bad >= 0 ? "not JSON from here on" : "";
    this.writing.replaceChildren(label("span", "", said));
    this.writing.hidden = !said;
    this.writing.classList.toggle("bad", Boolean(scan && scan.bad >= 0));
  }

  // Keep the end of what is new in sight.
  follow(now) {
    if (!now.fresh) return;
    const mark = [...this.body.querySelectorAll("mark.new")].at(-1) ?? this.body.lastElementChild;
    const [its, view] = [mark.getBoundingClientRect(), this.body.getBoundingClientRect()];
    if (its.top < view.top || its.bottom > view.bottom - 8) this.body.scrollTop += its.bottom - view.bottom + 40;
  }

  more() {
    this.room *= 8;
    this.show(this.app.step);
  }

  showRemarks(now) {
    const remarks = [];
    if (now.fault) remarks.push(label("li", "fault", now.fault[1]));
    for (const [kind, message] of now.notes) remarks.push(el("li", "note", label("b", "", kind), " ", label("span", "", message)));
    if (this.app.isLast && this.call.taken !== undefined) remarks.push(el("li", "taken", el("b", "", "taken as "), label("code", "", shortened(this.call.taken, 1000))));
    if (this.app.isLast && this.call.extras) remarks.push(el("li", "extras", el("b", "", "also carried "), label("code", "", shortened(this.call.extras, 300))));
    this.remarks.replaceChildren(...remarks);
    this.remarks.hidden = !remarks.length;
  }
}

// The cards in sight: as many calls as a person can read, around the one that the step is about.
class Deck {
  constructor(host, app) {
    Object.assign(this, { host, app, cards: new Map(), from: 0 });
  }

  show(step) {
    const open = this.app.recording.calls.filter((call) => call.openedAt <= step);
    const about = this.app.recording.touched[step].find(Boolean);
    if (about && this.app.follows) this.turnTo(open.indexOf(about));
    this.from = clamp(this.from, 0, Math.max(0, Math.floor((open.length - 1) / DECK) * DECK));
    const shown = open.slice(this.from, this.from + DECK);
    this.put(shown, open.length);
    for (const call of shown) this.cards.get(call.key).show(step);
    this.nothing(open.length);
    this.reveal(step, shown);
  }

  // Bring what the step is about into sight, where the cards have a scroll bar of their own.
  reveal(step, shown) {
    const touched = this.app.recording.touched[step];
    const card = this.cards.get((shown.find((call) => touched.includes(call) && call.at(step).fault) ?? shown.find((call) => touched.includes(call)))?.key);
    const box = this.host.parentElement;
    if (!card || box.scrollHeight <= box.clientHeight) return;
    const [view, its] = [box.getBoundingClientRect(), card.node.getBoundingClientRect()];
    if (its.bottom > view.bottom) box.scrollTop += Math.min(its.bottom - view.bottom + 12, its.top - view.top - 12);
    else if (its.top < view.top) box.scrollTop += its.top - view.top - 12;
  }

  turnTo(place) {
    if (place >= 0) this.from = Math.floor(place / DECK) * DECK;
  }

  put(shown, count) {
    const wanted = new Set(shown.map((call) => call.key));
    for (const key of this.cards.keys()) if (!wanted.has(key)) this.cards.delete(key);
    for (const call of shown) if (!this.cards.has(call.key)) this.cards.set(call.key, new Card(call, this.app));
    const nodes = shown.map((call) => this.cards.get(call.key).node);
    const before = this.from;
    const after = count - before - shown.length;
    if (before > 0) nodes.unshift(this.turner(`‹ ${counted(before, "call")} before`, -DECK));
    if (after > 0) nodes.push(this.turner(`${counted(after, "call")} after ›`, DECK));
    this.place(nodes);
  }

  // Change only what differs, since a node that is put anew loses the focus.
  place(nodes) {
    for (const node of [...this.host.children]) if (!nodes.includes(node)) node.remove();
    nodes.forEach((node, at) => {
      if (this.host.children[at] !== node) this.host.insertBefore(node, this.host.children[at] ?? null);
    });
  }

  turner(text, by) {
    return button(text, "turn", () => {
      this.from += by;
      this.app.follows = false;
      this.show(this.app.step);
    });
  }

  nothing(count) {
    if (count) return;
    const first = this.app.recording.calls.reduce((least, call) => Math.min(least, call.openedAt), Infinity);
    const node = el("p", "quiet", Number.isFinite(first) ? "No call has begun yet. " : "There is no tool call in this stream.");
    if (Number.isFinite(first)) node.append(button(`The first one begins at step ${first}`, "jump", () => this.app.go(first)));
    this.host.replaceChildren(node);
  }
}
