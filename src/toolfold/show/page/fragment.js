// The fragment that made a step: what it did, in words, and its text with the part marked that mattered.

const WORDED = {
  opened: "opened",
  identified: "got the id",
  named: "is named",
  sealed: "is",
  mended: "is sound after all",
  note: "note:",
  dropped: "was taken back by the provider",
  ended: "the response ended well",
  cut: "the response was cut short",
  error: "the provider reported",
};

class FragmentPane {
  constructor(recording, hosts) {
    Object.assign(this, { recording, ...hosts, room: 1, step: -1, finds: () => [] });
  }

  show(step) {
    if (step !== this.step) this.room = 1;
    this.step = step;
    this.title.textContent = step ? `Fragment ${step.toLocaleString("en")}` : "Before the first fragment";
    this.did.replaceChildren(...this.sentences(step));
    this.draw();
  }

  draw() {
    this.raw.hidden = !this.step;
    if (!this.step) return;
    const { text, ranges } = this.recording.fragment(this.step);
    const marks = ranges.map((range) => ({ ...range, kind: "mattered" }));
    const onMore = () => {
      this.room *= 8;
      this.draw();
    };
    const options = { ranges: [...marks, ...this.finds(text)], inline: true, room: this.room, onMore };
    if (new Scan(text).bad >= 0) verbatim(this.raw, text, options);
    else written(this.raw, text, options);
  }

  sentences(step) {
    const told = [...this.told(step)];
    if (!told.length) return [el("li", "quiet", step ? "It says nothing about tool calls." : "Nothing has come yet.")];
    const nodes = told.slice(0, MOST_TOLD).map((one) => (one.added ? growth(one.calls[0], one.added) : sentence(one)));
    if (told.length > MOST_TOLD) nodes.push(el("li", "quiet", `and ${counted(told.length - MOST_TOLD, "change")} more`));
    return nodes;
  }

  // What happened, the stream's own events first since they are the cause; equal words about calls are said once.
  *told(step) {
    const events = this.recording.happened.get(step) ?? [];
    yield* events.filter(({ call }) => !call).map((event) => ({ ...event, calls: [] }));
    const seals = new Map();
    const byCall = new Map();
    for (const event of events) byCall.set(event.call, byCall.get(event.call) ?? []).get(event.call).push(event);
    for (const call of this.recording.touched[step].filter(Boolean)) {
      const mine = byCall.get(call) ?? [];
      const added = call.addedBy(step);
      for (const event of mine.filter(({ kind }) => FIRST.has(kind))) yield { ...event, calls: [call] };
      if (added) yield { added, calls: [call] };
      for (const event of mine.filter(({ kind }) => !FIRST.has(kind))) {
        if (event.kind === "sealed") seals.set(event.text, seals.get(event.text) ?? []).get(event.text).push(call);
        else yield { ...event, calls: [call] };
      }
    }
    for (const [text, calls] of seals) yield { kind: "sealed", text, calls };
  }
}

const MOST_TOLD = 40;
const FIRST = new Set(["opened", "identified", "named"]);

function subject(call) {
  const node = el("b", `name call-${call.place % 8}`);
  return seen(node, shortened(call.title, 60));
}

function sentence({ kind, calls, text }) {
  const node = el("li", `did-${kind}`);
  const [call] = calls;
  if (kind === "fault") return seen(node, text.replace(/^[a-z-]+: /, "")); // its message says the rest
  if (kind === "opened") node.append("opened ", subject(call), opening(call));
  else if (call) node.append(...subjects(calls), ` ${calls.length > 1 ? "are" : WORDED[kind]}`);
  else node.append(WORDED[kind]);
  const space = kind === "opened" || !text ? "" : " ";
  return seen(node, space + shortened(text, 400));
}

function subjects(calls) {
  const shown = calls.slice(0, 6).flatMap((call, at) => (at ? [", ", subject(call)] : [subject(call)]));
  return calls.length > 6 ? [...shown, ` and ${calls.length - 6} more`] : shown;
}

function opening(call) {
  const [, id] = call.ids[0];
  const where = call.index === undefined ? "" : ` at index ${call.index}`;
  return seen(el("span"), `${where}${id ? `, id ${shortened(id, 60)}` : ", without an id"}${call.rule ? ": " : ""}`);
}

function growth(call, { text, replaces }) {
  const node = el("li", "did-grew");
  node.append(subject(call), replaces ? " arguments now end in " : " arguments grew by ");
  node.append(label("code", "", shortened(text, 200)));
  if (text.length > 12) node.append(` (${counted(text.length, "character")})`);
  return node;
}
