// Search: in the text of every fragment, and in the argument text of every call, whose words often come in pieces.

class Search {
  constructor(recording) {
    this.recording = recording;
    this.lowered = null;
    this.steps = [];
    this.query = "";
  }

  look(query) {
    this.query = query.trim() ? query.toLowerCase() : "";
    if (!this.query) {
      this.steps = [];
      return;
    }
    this.lowered ??= Array.from({ length: this.recording.steps }, (_, at) => this.recording.textOfFragment(at + 1).toLowerCase());
    const found = new Set(this.inCalls());
    const wanted = this.query.replaceAll('": ', '":'); // the page shows a space there, and the text has none
    this.lowered.forEach((text, at) => {
      if (text.includes(wanted)) found.add(at + 1);
    });
    this.steps = [...found].sort((one, other) => one - other);
  }

  // The steps that completed what is looked for in the argument text of a call.
  *inCalls() {
    for (const call of this.recording.calls) {
      const text = call.text.toLowerCase();
      for (let at = text.indexOf(this.query); at >= 0; at = text.indexOf(this.query, at + 1)) {
        yield call.steps[lastUpTo(call.ends, at + this.query.length - 1) + 1];
      }
    }
  }

  has(step) {
    return this.steps[lastUpTo(this.steps, step)] === step;
  }

  // The stretches of a text to mark, not more than a person would look at.
  finds(text) {
    if (!this.query) return [];
    const found = [];
    const low = text.toLowerCase();
    const wanted = low.includes(this.query) ? this.query : this.query.replaceAll('": ', '":');
    for (let at = low.indexOf(wanted); at >= 0 && found.length < 200; at = low.indexOf(wanted, at + wanted.length)) {
      found.push({ start: at, end: at + wanted.length, kind: "found" });
    }
    return found;
  }
}
