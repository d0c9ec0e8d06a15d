// The recording: what the page was given, and how any step of it looked. Step n is what there was after n fragments.

const SEALS = ["open", "succeeded", "sealed", "ended"];

class Call {
  constructor(told, place) {
    const given = { ids: [], names: [], seals: [], faults: [], notes: [], paths: [], text: "", cuts: [], resets: [], ...told };
    Object.assign(this, given, { place, choice: told.choice ?? 0, message: told.message ?? 0 });
    this.openedAt = given.ids[0][0];
    this.steps = sums(given.cuts, 0);
    this.ends = sums(given.cuts, 1);
    this.resetCuts = given.resets.filter((_, at) => at % 2 === 0);
    this.keeps = given.resets.filter((_, at) => at % 2 === 1);
    this.bases = new Map([[-1, ""]]); // texts that resets started from, as far as they were asked for
    this.events = [];
    this.verdict = undefined; // what `finalize` says, if it speaks of this call: a fault, or null for a sound one
  }

  cutAt(step) {
    return lastUpTo(this.steps, step);
  }

  // The argument text after a cut.
  textOf(cut) {
    if (cut < 0) return "";
    const reset = lastUpTo(this.resetCuts, cut);
    return this.base(reset) + this.text.slice(this.startOf(reset), this.ends[cut]);
  }

  startOf(reset) {
    return reset < 0 ? 0 : this.endBefore(this.resetCuts[reset]);
  }

  endBefore(cut) {
    return cut > 0 ? this.ends[cut - 1] : 0;
  }

  // What a reset kept of the text before it. Each needs the one before; every 64th stays, so going back is short too.
  base(reset) {
    let from = reset;
    while (!this.bases.has(from)) from -= 1;
    let text = this.bases.get(from);
    for (let next = from + 1; next <= reset; next += 1) {
      const before = text + this.text.slice(this.startOf(next - 1), this.endBefore(this.resetCuts[next]));
      text = before.slice(0, this.keeps[next]);
      if (next % 64 === 0) this.bases.set(next, text);
    }
    this.bases.set(reset, text);
    if (this.lastBase !== undefined && this.lastBase !== reset && this.lastBase % 64 > 0) this.bases.delete(this.lastBase);
    this.lastBase = reset;
    return text;
  }

  isReset(cut) {
    const reset = lastUpTo(this.resetCuts, cut);
    return reset >= 0 && this.resetCuts[reset] === cut;
  }

  // How much of the text after a cut was there before it.
  keptBy(cut) {
    if (this.isReset(cut)) return this.keeps[lastUpTo(this.resetCuts, cut)];
    const reset = lastUpTo(this.resetCuts, cut);
    return (reset < 0 ? 0 : this.keeps[reset]) + this.endBefore(cut) - this.startOf(reset);
  }

  // The text that a step added, or undefined if it added none.
  addedBy(step) {
    const cut = this.cutAt(step);
    if (cut < 0 || this.steps[cut] !== step) return undefined;
    return { text: this.text.slice(this.endBefore(cut), this.ends[cut]), replaces: this.isReset(cut) && this.keptBy(cut) < this.lengthBefore(cut) };
  }

  lengthBefore(cut) {
    return cut > 0 ? this.textOf(cut - 1).length : 0;
  }

  // How the call looked after a step, or undefined before it was opened.
  at(step, isLast) {
    if (step < this.openedAt) return undefined;
    const cut = this.cutAt(step);
    const judged = isLast && this.verdict !== undefined;
    return {
      cut,
      fresh: cut >= 0 && this.steps[cut] === step,
      id: valueAt(this.ids, step) ?? (isLast ? this.madeUp : undefined),
      name: valueAt(this.names, step),
      seal: valueAt(this.seals, step) ?? 0,
      path: this.paths.length ? valueAt(this.paths, step) ?? [] : undefined,
      fault: judged ? this.verdict : valueAt(this.faults, step) ?? undefined,
      notes: isLast ? this.lastNotes : latestNotes(this.notes, step),
      dropped: this.dropped !== undefined && step >= this.dropped,
    };
  }

  // Whether only the end of the recording shows that the call cannot be run.
  get faultsLate() {
    return Boolean(this.verdict) && !this.faults.at(-1)?.[1];
  }

  get label() {
    return this.names.at(-1)?.[1] ?? "(no name)";
  }
}

function sums(pairs, offset) {
  const found = new Int32Array(pairs.length / 2);
  for (let at = 0, sum = 0; at < found.length; at += 1) found[at] = sum += pairs[2 * at + offset];
  return found;
}

function valueAt(dated, step) {
  let found;
  for (const [since, value] of dated) {
    if (since > step) break;
    found = value;
  }
  return found;
}

// A note that was taken again says how often, so of each kind the last one counts.
function latestNotes(notes, step) {
  const kinds = new Map();
  for (const [since, kind, message] of notes) if (since <= step) kinds.set(kind, message);
  return [...kinds];
}

class Recording {
  constructor(data) {
    Object.assign(this, { steps: data.steps, shapes: data.shapes, values: data.values, rows: data.rows });
    Object.assign(this, { marks: data.marks, marked: data.marked, ends: data.ends, notes: data.notes, end: data.end });
    this.calls = data.calls.map((told, place) => new Call(told, place));
    this.entitle();
    this.byKey = new Map(this.calls.map((call) => [call.key, call]));
    this.judge(data.end);
    this.events = []; // those of the stream itself
    this.happened = this.eventsByStep();
    this.touched = this.touches();
    this.busy = Array.from(this.touched.keys()).filter((step) => step > 0 && this.touched[step].length);
    this.faulty = this.faultSteps();
  }

  // A call is called by its name, and by its number too if another has that name.
  entitle() {
    const count = new Map();
    for (const { label } of this.calls) count.set(label, (count.get(label) ?? 0) + 1);
    for (const call of this.calls) call.title = count.get(call.label) > 1 ? `${shortened(call.label, 50)} #${call.key}` : call.label;
  }

  judge(end) {
    for (const [key, fault] of end.calls) this.byKey.get(key).verdict = fault;
    for (const [key, id] of end.ids) this.byKey.get(key).madeUp = id;
    for (const [key, text] of end.taken) this.byKey.get(key).taken = text;
    for (const [key, text] of end.extras) if (this.byKey.has(key)) this.byKey.get(key).extras = text;
    for (const call of this.calls) call.lastNotes = end.notes.filter(([key]) => key === call.key).map(([, ...note]) => note);
  }

  // Everything that happened other than growth, by step: the kind, the call if it is about one, and a text.
  eventsByStep() {
    const found = new Map();
    const add = (step, kind, call, text) => {
      if (!found.has(step)) found.set(step, []);
      found.get(step).push({ kind, call, text });
      (call ?? this).events.push([step, kind]);
    };
    for (const call of this.calls) {
      add(call.openedAt, "opened", call, call.rule ?? "");
      for (const [step, id] of call.ids.slice(1)) add(step, "identified", call, id ?? "");
      for (const [step, name] of call.names.slice(1)) add(step, "named", call, name ?? "");
      for (const [step, seal, why] of call.seals) add(step, "sealed", call, `${SEALS[seal]}${why ? `: ${why}` : ""}`);
      for (const [step, fault] of call.faults) add(step, fault ? "fault" : "mended", call, fault ? fault.join(": ") : "");
      for (const [step, kind, message] of call.notes) add(step, "note", call, `${kind}: ${message}`);
      if (call.dropped !== undefined) add(call.dropped, "dropped", call, "");
    }
    for (const [step, kind, message] of this.notes) add(step, "note", undefined, `${kind}: ${message}`);
    for (const [step, choice, well, error] of this.ends) add(step, error ? "error" : well ? "ended" : "cut", undefined, error || (choice ? `choice ${choice}` : ""));
    return found;
  }

  // For every step the calls that it was about, and null among them if it was about the stream.
  touches() {
    const found = Array.from({ length: this.steps + 1 }, () => []);
    for (const call of this.calls) for (const step of call.steps) found[step].push(call);
    for (const [step, events] of this.happened) {
      found[step] = [...new Set([...found[step], ...events.map(({ call = null }) => call)])];
    }
    return found;
  }

  faultSteps() {
    const found = new Set();
    for (const [step, events] of this.happened) if (events.some(({ kind }) => kind === "fault" || kind === "error")) found.add(step);
    if (this.calls.some((call) => call.faultsLate)) found.add(this.steps);
    return [...found].sort((one, other) => one - other);
  }

  // The text of the fragment that made a step, and where in it the values are that mattered.
  fragment(step) {
    const [number, ...own] = this.rows[step - 1];
    const wanted = new Set(this.marks[this.marked[step - 1]]);
    let text = "";
    const ranges = [];
    this.shapes[number].forEach((piece, place) => {
      const part = piece ?? this.values[own.shift()];
      if (place % 2 && wanted.has((place - 1) / 2)) ranges.push({ start: text.length, end: text.length + part.length });
      text += part;
    });
    return { text, ranges };
  }

  textOfFragment(step) {
    const row = this.rows[step - 1];
    let own = 0;
    return this.shapes[row[0]].map((piece) => piece ?? this.values[row[(own += 1)]]).join("");
  }

  // The texts of a fragment that other fragments of its shape do not have.
  ownTexts(step) {
    const own = this.rows[step - 1].slice(1, 9).map((place) => this.values[place]);
    return own.filter((value) => value.startsWith('"') && value.length > 2).map((value) => value.slice(1, 200).replace(/"$/, ""));
  }
}
