// The list of steps: what each did, in a few words, or what its fragment is if it says nothing about calls.

const ROW = 27;
const GISTS = {
  opened: "opened",
  identified: "id",
  named: "named",
  mended: "sound again",
  dropped: "taken back",
  ended: "response ended",
  cut: "response cut",
  error: "provider's error",
};

class StepList {
  constructor(host, app) {
    Object.assign(this, { host, app });
    this.list = new LongList(host, ROW, (row) => this.rowOf(app.rows[row]));
    this.reset();
    host.addEventListener("click", (event) => {
      const row = event.target.closest("[data-step]");
      if (row) app.go(Number(row.dataset.step));
    });
  }

  reset() {
    this.list.reset(this.app.rows.length);
  }

  redraw() {
    this.list.redraw();
  }

  show(step) {
    const row = lastUpTo(this.app.rows, step);
    if (row >= 0) this.list.reveal(row);
    this.list.redraw();
    this.host.setAttribute("aria-activedescendant", `step-${step}`);
  }

  rowOf(step) {
    const { recording, rows, search } = this.app;
    const node = el("div", "step");
    Object.assign(node, { id: `step-${step}`, role: "option", ariaSelected: step === this.app.step });
    Object.assign(node, { ariaSetSize: rows.length, ariaPosInSet: lastUpTo(rows, step) + 1 });
    node.dataset.step = step;
    node.classList.toggle("found", search.has(step));
    const calls = recording.touched[step];
    const dots = calls.slice(0, 3).filter(Boolean).map((call) => el("span", `dot call-${call.place % 8}`));
    node.append(el("span", "place", step.toLocaleString("en")), el("span", "dots", ...dots));
    node.append(...(calls.length ? this.gist(step, calls) : [label("span", "hint", this.hint(step))]));
    return node;
  }

  gist(step, calls) {
    const words = new Map(); // each once, faults first
    const events = this.app.recording.happened.get(step) ?? [];
    for (const event of [...events].sort((one, other) => isBad(other) - isBad(one))) {
      const word = shortened(GISTS[event.kind] ?? event.text.split(":")[0], 40);
      words.set(word, { kind: event.kind, count: (words.get(word)?.count ?? 0) + 1 });
    }
    const tags = [...words].slice(0, 4).map(([word, { kind, count }]) => label("span", `tag tag-${kind}`, count > 1 ? `${word} ×${count}` : word));
    const added = calls.slice(0, 3).map((call) => call?.addedBy(step)).filter(Boolean);
    return [...added.map(({ text }) => label("code", "gist", shortened(text, 48))), ...tags];
  }

  // What a fragment that is not about calls is: its type, and the texts that are not the same in all its kind.
  hint(step) {
    const text = this.app.recording.textOfFragment(step);
    const type = /"type":"([^"]{1,60})"/.exec(text)?.[1];
    const texts = this.app.recording.ownTexts(step).filter((own) => own !== type);
    return shortened([type, ...texts].filter(Boolean).join("  ") || text.slice(0, 400), 80);
  }
}

function isBad({ kind }) {
  return kind === "fault" || kind === "error" || kind === "cut";
}
