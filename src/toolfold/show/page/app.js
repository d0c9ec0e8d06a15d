// The page: one step is shown at a time, and everything follows it.

const KEYS = {
  ArrowRight: (app) => app.move(1),
  ArrowLeft: (app) => app.move(-1),
  PageDown: (app) => app.move(10),
  PageUp: (app) => app.move(-10),
  Home: (app) => app.go(0),
  End: (app) => app.go(app.recording.steps),
  n: (app) => app.next(app.recording.busy, 1),
  p: (app) => app.next(app.recording.busy, -1),
  f: (app) => app.next(app.recording.faulty, 1),
  F: (app) => app.next(app.recording.faulty, -1),
  "/": (app) => app.nodes.query.focus(),
  t: (app) => app.turnTheme(),
  "?": (app) => app.nodes.help.showModal(),
};

class App {
  constructor(recording) {
    this.recording = recording;
    this.nodes = Object.fromEntries([...document.querySelectorAll("[id]")].map((node) => [node.id, node]));
    Object.assign(this, { step: -1, wanted: 0, follows: true, asReceived: false, query: "" });
    this.search = new Search(recording);
    this.finds = (text) => this.search.finds(text);
    this.start();
  }

  get isLast() {
    return this.step === this.recording.steps;
  }

  start() {
    const { nodes, recording } = this;
    nodes.slider.max = nodes.number.max = recording.steps;
    this.rows = recording.rows.map((_, at) => at + 1); // the steps that are told
    nodes.total.textContent = `of ${recording.steps.toLocaleString("en")}`;
    this.pane = new FragmentPane(recording, { title: nodes.title, did: nodes.did, raw: nodes.raw });
    this.pane.finds = this.finds;
    this.deck = new Deck(nodes.cards, this);
    this.strip = new Strip(this, { box: nodes.strip, canvas: nodes.canvas, cursor: nodes.cursor, space: nodes.space });
    this.list = new StepList(nodes.steps, this);
    this.announce = laterOnce(400, () => (nodes.said.textContent = this.inWords()));
    this.remember = laterOnce(200, () => this.keepPlace());
    this.summarise();
    this.listen();
    this.show(this.placed() ?? (recording.steps && this.firstSight()));
  }

  // Where to begin: at the first fault, since that is what most come for, else at the end.
  firstSight() {
    return this.recording.faulty[0] ?? this.recording.steps;
  }

  summarise() {
    const { nodes, recording } = this;
    const { calls, end } = recording;
    const bad = end.calls.filter(([, fault]) => fault).length;
    const error = recording.ends.find(([, , , said]) => said);
    const told = [["", counted(recording.steps, "fragment")], ["", end.wire || "nothing about calls"], ["", counted(calls.length, "call")]];
    if (end.calls.length > bad) told.push(["good", `${end.calls.length - bad} sound`]);
    if (bad) told.push(["bad", counted(bad, "fault")]);
    if (end.notes.length) told.push(["note", counted(end.notes.length, "note")]);
    if (error) told.push(["bad", `the provider's error: ${shortened(error[3], 80)}`]);
    nodes.summary.replaceChildren(...told.map(([kind, text]) => label("span", `chip ${kind}`, text)));
    nodes.faults.hidden = !recording.faulty.length;
    const general = end.notes.filter(([key]) => key === null);
    nodes.general.replaceChildren(...general.map(([, kind, message]) => el("li", "note", label("b", "", kind), " ", label("span", "", message))));
    nodes.general.hidden = !general.length;
  }

  listen() {
    const { nodes } = this;
    nodes.slider.addEventListener("input", () => this.go(this.stepAt(Number(nodes.slider.value))));
    nodes.number.addEventListener("change", () => this.go(Number(nodes.number.value) || 0));
    nodes.back.addEventListener("click", () => this.move(-1));
    nodes.forth.addEventListener("click", () => this.move(1));
    nodes.earlier.addEventListener("click", () => this.next(this.recording.busy, -1));
    nodes.later.addEventListener("click", () => this.next(this.recording.busy, 1));
    nodes.faults.addEventListener("click", () => this.next(this.recording.faulty, 1, true));
    nodes.theme.addEventListener("click", () => this.turnTheme());
    nodes.keys.addEventListener("click", () => nodes.help.showModal());
    nodes.close.addEventListener("click", () => nodes.help.close());
    nodes.received.addEventListener("change", () => this.change(() => (this.asReceived = nodes.received.checked)));
    nodes.only.addEventListener("change", () => this.filter());
    nodes.query.addEventListener("input", laterOnce(120, () => this.look()));
    nodes.query.addEventListener("keydown", (event) => this.inQuery(event));
    nodes.previous.addEventListener("click", () => this.next(this.search.steps, -1, true));
    nodes.following.addEventListener("click", () => this.next(this.search.steps, 1, true));
    addEventListener("hashchange", () => this.show(this.placed() ?? this.step));
    document.addEventListener("keydown", (event) => this.key(event));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.strip.draw());
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || this.nodes.help.open) return;
    const typing = event.target.matches("input[type=search], input[type=number]");
    const vertical = event.target === this.nodes.steps && { ArrowDown: "ArrowRight", ArrowUp: "ArrowLeft" }[event.key];
    const run = KEYS[vertical || event.key];
    if (typing || !run) return;
    event.preventDefault();
    run(this);
  }

  inQuery(event) {
    if (event.key === "Escape") {
      this.nodes.query.value = "";
      this.look();
      this.nodes.slider.focus();
    }
    if (event.key !== "Enter") return;
    event.preventDefault();
    this.look();
    this.next(this.search.steps, event.shiftKey ? -1 : 1, true);
  }

  // Go to a step; of many wishes within one frame of the screen only the last is fulfilled.
  go(step) {
    const before = this.wanted;
    this.wanted = clamp(Math.trunc(step), 0, this.recording.steps);
    this.follows = true;
    if (this.pending || before === this.wanted) return;
    this.pending = requestAnimationFrame(() => {
      this.pending = 0;
      this.show(this.wanted);
    });
  }

  // The place of a step among those that are told; 0 is before the first.
  placeOf(step) {
    return this.rows.length === this.recording.steps ? step : lastUpTo(this.rows, step) + 1;
  }

  stepAt(place) {
    return this.rows[place - 1] ?? 0;
  }

  move(by) {
    const place = this.placeOf(this.wanted);
    const between = by < 0 && this.stepAt(place) < this.wanted ? 1 : 0;
    this.go(this.stepAt(clamp(place + by + between, 0, this.rows.length)));
  }

  next(steps, by, around = false) {
    const at = by > 0 ? lastUpTo(steps, this.wanted) + 1 : lastUpTo(steps, this.wanted - 1);
    const found = steps[at] ?? (around ? steps[by > 0 ? 0 : steps.length - 1] : undefined);
    if (found !== undefined) this.go(found);
  }

  show(step) {
    const { nodes } = this;
    this.step = this.wanted = step;
    nodes.slider.value = this.placeOf(step);
    nodes.slider.setAttribute("aria-valuetext", `step ${step} of ${this.recording.steps}`);
    if (document.activeElement !== nodes.number) nodes.number.value = step;
    nodes.back.disabled = step === 0;
    nodes.forth.disabled = this.isLast;
    this.strip.point(step);
    this.pane.show(step);
    this.deck.show(step);
    this.list.show(step);
    nodes.general.classList.toggle("early", !this.isLast);
    this.countFound();
    this.announce();
    this.remember();
  }

  change(what) {
    what();
    this.pane.draw();
    this.deck.show(this.step);
  }

  filter() {
    const { rows, touched, steps } = this.recording;
    const all = rows.map((_, at) => at + 1);
    this.rows = this.nodes.only.checked ? all.filter((step) => touched[step].length || step === steps) : all;
    this.nodes.slider.max = this.rows.length;
    this.list.reset();
    this.strip.draw();
    this.show(this.step);
  }

  // -- search

  look() {
    const { nodes } = this;
    if (nodes.query.value === this.query) return;
    this.query = nodes.query.value;
    this.search.look(this.query);
    this.strip.found = this.search.steps;
    this.strip.draw();
    this.countFound();
    this.change(() => this.list.redraw());
  }

  countFound() {
    const { nodes, search } = this;
    const at = lastUpTo(search.steps, this.step);
    const here = search.steps[at] === this.step ? `${(at + 1).toLocaleString("en")} of ` : "";
    nodes.hits.textContent = search.query ? `${here}${counted(search.steps.length, "step")}` : "";
    nodes.previous.disabled = nodes.following.disabled = !search.steps.length;
  }

  // -- place, words and looks

  placed() {
    const found = /^#step=(\d{1,9})$/.exec(location.hash);
    return found ? clamp(Number(found[1]), 0, this.recording.steps) : undefined;
  }

  keepPlace() {
    if (this.placed() === this.step) return;
    try {
      history.replaceState(null, "", `#step=${this.step}`);
    } catch {
      // A frame in a notebook has no address of its own.
    }
  }

  inWords() {
    const did = [...this.nodes.did.children].map((node) => node.textContent).join("; ");
    return `Step ${this.step} of ${this.recording.steps}. ${shortened(did, 300)}`;
  }

  turnTheme() {
    const root = document.documentElement;
    const isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = isDark ? "light" : "dark";
    keep("toolfold-theme", root.dataset.theme);
    this.strip.draw();
  }
}

function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // A frame in a notebook may keep nothing.
  }
}

function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

const theme = kept("toolfold-theme");
if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
const app = new App(new Recording(JSON.parse(document.getElementById("recording").textContent)));
document.documentElement.dataset.ready = "yes";
