// The fragment that made a step: what it did, in words, and its text with the part marked that mattered.

const WORDED = {
  opened: "opened",
  identified: "got the id",
  named: "is named",
  sealed: "is",
  fault: "cannot be run:",
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
    const found = [];
    for (const call of this.recording.touched[step]) {
      const events = (this.recording.happened.get(step) ?? []).filter((event) => event.call === (call ?? undefined));
      const added = call?.addedBy(step);
      const order = events.filter(({ kind }) => kind === "opened" || kind === "named" || kind === "identified");
      found.push(...order.map((event) => sentence(event)));
      if (added) found.push(growth(call, added));
      found.push(...events.filter((event) => !order.includes(event)).map((event) => sentence(event)));
    }
    if (found.length) return found;
    return [el("li", "quiet", step ? "It says nothing about tool calls." : "Nothing has come yet.")];
  }
}

function subject(call) {
  const node = el("b", `name call-${call.place % 8}`);
  return seen(node, shortened(call.label, 60));
}

function sentence({ kind, call, text }) {
  const node = el("li", `did-${kind}`);
  if (call && kind === "opened") node.append("opened ", subject(call), opening(call));
  else if (call) node.append(subject(call), ` ${WORDED[kind]} `);
  else node.append(`${WORDED[kind]} `);
  return seen(node, shortened(text, 400));
}

function opening(call) {
  const [, id] = call.ids[0];
  const where = call.index === undefined ? "" : ` at index ${call.index}`;
  return seen(el("span"), `${where}${id ? `, id ${shortened(id, 60)}` : ", without an id"}${call.rule ? ": " : ""}`);
}

function growth(call, { text, replaces }) {
  const node = el("li", "did-grew");
  node.append(subject(call), replaces ? " arguments became, from where they differ, " : " arguments grew by ");
  node.append(label("code", "", shortened(text, 200)));
  if (text.length > 12) node.append(` (${counted(text.length, "character")})`);
  return node;
}
