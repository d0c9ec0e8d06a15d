// The strip: a lane for each call with a mark where each of its fragments lies, a lane for the stream, the faults, and
// what was found. It is drawn once; only the line of the step moves over it.

const LANES_IN_SIGHT = 9;

class Strip {
  constructor(app, hosts) {
    Object.assign(this, { app, ...hosts, found: [] });
    this.context = this.canvas.getContext("2d");
    this.lane = this.app.recording.calls.length > 5 ? 13 : 17;
    this.box.addEventListener("scroll", () => this.draw(), { passive: true });
    new ResizeObserver(() => this.layOut()).observe(this.box);
    this.listen();
  }

  get lanes() {
    return [null, ...this.app.recording.calls];
  }

  layOut() {
    this.width = this.box.clientWidth;
    this.labels = this.width > 620 ? 150 : 0;
    const rows = Math.min(this.lanes.length, LANES_IN_SIGHT);
    this.height = rows * this.lane + 10;
    this.box.style.height = `${this.height}px`;
    this.space.style.height = `${this.lanes.length * this.lane + 10}px`;
    const ratio = window.devicePixelRatio || 1;
    Object.assign(this.canvas, { width: this.width * ratio, height: this.height * ratio });
    Object.assign(this.canvas.style, { width: `${this.width}px`, height: `${this.height}px` });
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    document.documentElement.style.setProperty("--labels", `${this.labels}px`);
    this.draw();
    this.point(this.app.step);
  }

  // The slider's thumb has a width, so its middle never reaches the edges, and neither do the marks.
  xOf(step) {
    const { rows } = this.app;
    return this.labels + 8 + ((this.width - this.labels - 16) * this.app.placeOf(step)) / Math.max(1, rows.length);
  }

  stepAt(x) {
    const part = (x - this.labels - 8) / Math.max(1, this.width - this.labels - 16);
    return this.app.stepAt(clamp(Math.round(part * this.app.rows.length), 0, this.app.rows.length));
  }

  point(step) {
    if (!this.width || step < 0) return;
    this.cursor.style.transform = `translateX(${this.xOf(step)}px)`;
    const call = this.app.recording.touched[step].find(Boolean);
    if (call) this.reveal((call.place + 1) * this.lane);
  }

  reveal(top) {
    const { box, height, lane } = this;
    if (top < box.scrollTop) box.scrollTop = top - lane;
    else if (top + 2 * lane > box.scrollTop + height) box.scrollTop = top + 3 * lane - height;
  }

  draw() {
    if (!this.width) return;
    const colours = getComputedStyle(document.documentElement);
    this.colour = (name) => colours.getPropertyValue(`--${name}`).trim();
    this.context.clearRect(0, 0, this.width, this.height);
    const top = this.box.scrollTop;
    const first = Math.max(0, Math.floor(top / this.lane) - 1);
    const last = Math.min(this.lanes.length, Math.ceil((top + this.height) / this.lane) + 1);
    for (let at = first; at < last; at += 1) this.drawLane(this.lanes[at], at * this.lane - top + this.lane / 2 + 5);
    this.drawFound();
  }

  drawLane(call, y) {
    const colour = call ? this.colour(`call-${call.place % 8}`) : this.colour("muted");
    this.context.fillStyle = colour;
    if (this.labels) this.drawLabel(call ? call.title : "stream", y);
    const high = this.lane - 7;
    if (call) this.drawSpan(call, y);
    if (call) this.ticks(call.steps, y - high / 2, high);
    this.drawEvents(call, y);
  }

  drawLabel(text, y) {
    this.context.font = "12px ui-sans-serif, system-ui, sans-serif";
    this.context.textBaseline = "middle";
    this.context.save();
    this.context.beginPath();
    this.context.rect(0, y - this.lane / 2, this.labels - 10, this.lane);
    this.context.clip();
    this.context.fillText(escaped(shortened(text, 40)), 4, y);
    this.context.restore();
  }

  drawSpan(call, y) {
    const end = call.seals.find(([, seal]) => seal >= 2)?.[0] ?? call.dropped ?? this.app.recording.steps;
    const last = Math.max(end, call.steps.at(-1) ?? end);
    this.context.globalAlpha = 0.35;
    this.context.fillRect(this.xOf(call.openedAt), y - 0.75, Math.max(1, this.xOf(last) - this.xOf(call.openedAt)), 1.5);
    this.context.globalAlpha = 1;
    this.context.fillRect(this.xOf(call.openedAt) - 1, y - 4, 2, 8);
    this.context.fillRect(this.xOf(end) - 2, y - 2, 4, 4);
  }

  // One mark for a pixel, however many fragments lie in it.
  ticks(steps, y, high) {
    const wide = clamp((this.width - this.labels) / Math.max(1, this.app.rows.length) - 1, 1, 5);
    let drawn = -1;
    for (const step of steps) {
      const x = Math.round(this.xOf(step) - wide / 2);
      if (x === drawn) continue;
      this.context.fillRect(x, y, wide, high);
      drawn = x;
    }
  }

  drawEvents(call, y) {
    for (const [step, kind] of (call ?? this.app.recording).events) this.drawEvent(kind, this.xOf(step), y);
    if (call?.faultsLate) this.drawEvent("fault", this.xOf(this.app.recording.steps), y);
  }

  drawEvent(kind, x, y) {
    if (kind === "note") this.dot(x, y, this.colour("note"), 2.5);
    if (kind === "fault" || kind === "error" || kind === "cut") this.diamond(x, y, this.colour("bad"));
    if (kind === "ended") this.dot(x, y, this.colour("good"), 3);
  }

  dot(x, y, colour, radius) {
    this.context.fillStyle = colour;
    this.context.beginPath();
    this.context.arc(x, y, radius, 0, 2 * Math.PI);
    this.context.fill();
  }

  diamond(x, y, colour) {
    this.context.fillStyle = colour;
    this.context.beginPath();
    for (const [right, down] of [[0, -5], [5, 0], [0, 5], [-5, 0]]) this.context.lineTo(x + right, y + down);
    this.context.fill();
  }

  drawFound() {
    this.context.fillStyle = this.colour("good");
    this.ticks(this.found, this.height - 5, 4);
  }

  listen() {
    const at = (event) => this.stepAt(event.clientX - this.canvas.getBoundingClientRect().left);
    this.box.addEventListener("pointerdown", (event) => {
      if (event.button || event.offsetX > this.box.clientWidth) return;
      this.box.setPointerCapture(event.pointerId);
      this.dragged = true;
      this.app.go(this.nearest(at(event), event.clientY));
    });
    this.box.addEventListener("pointermove", (event) => {
      this.box.title = `step ${at(event)}`;
      if (this.dragged) this.app.go(at(event));
    });
    for (const over of ["pointerup", "pointercancel"]) this.box.addEventListener(over, () => (this.dragged = false));
  }

  // The step of a click: if a mark of the lane is within a finger's reach, the step of that mark.
  nearest(step, clientY) {
    const y = clientY - this.canvas.getBoundingClientRect().top + this.box.scrollTop - 5;
    const call = this.lanes[Math.floor(y / this.lane)];
    if (!call) return step;
    const at = lastUpTo(call.steps, step);
    const near = [call.openedAt, call.steps[at], call.steps[at + 1]].filter((one) => one !== undefined);
    const best = near.reduce((one, other) => (Math.abs(other - step) < Math.abs(one - step) ? other : one), near[0]);
    return Math.abs(this.xOf(best) - this.xOf(step)) <= 8 ? best : step;
  }
}
