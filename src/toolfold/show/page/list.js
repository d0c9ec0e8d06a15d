// A long list of rows of equal height, of which only those in sight exist.

class LongList {
  constructor(host, rowHeight, makeRow) {
    Object.assign(this, { host, rowHeight, makeRow, count: 0, first: -1, last: -1 });
    this.space = el("div", "list-space");
    this.host.replaceChildren(this.space);
    this.host.addEventListener("scroll", () => this.draw(), { passive: true });
    new ResizeObserver(() => this.draw()).observe(this.host);
  }

  // Say how many rows there are now; every row in sight is made anew.
  reset(count) {
    this.count = count;
    this.space.style.height = `${count * this.rowHeight}px`;
    this.redraw();
  }

  redraw() {
    this.first = this.last = -1;
    this.draw();
  }

  draw() {
    const top = this.host.scrollTop;
    const first = clamp(Math.floor(top / this.rowHeight) - 4, 0, this.count);
    const last = clamp(Math.ceil((top + this.host.clientHeight) / this.rowHeight) + 4, first, this.count);
    if (first === this.first && last === this.last) return;
    Object.assign(this, { first, last });
    const rows = [];
    for (let row = first; row < last; row += 1) {
      const node = this.makeRow(row);
      node.style.top = `${row * this.rowHeight}px`;
      rows.push(node);
    }
    this.space.replaceChildren(...rows);
  }

  reveal(row) {
    const top = row * this.rowHeight;
    const room = this.host.clientHeight - this.rowHeight;
    if (top < this.host.scrollTop + this.rowHeight) this.host.scrollTop = Math.max(0, top - this.rowHeight);
    else if (top > this.host.scrollTop + room - this.rowHeight) this.host.scrollTop = top - room + this.rowHeight;
  }
}
