// The time-space diagram: events are buttons in columns, relations are arrows beneath them.

const ROW = 36;
const INDENT = 24;
// Around the columns and between them, for arrows: as much as there is, of what is good and what is needed.
const ROOM = { good: { margin: 64, gap: 96 }, needed: { margin: 44, gap: 56 } };
const TOP = 34;

/** An element with attributes, listeners (on…) and children. */
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== false) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== undefined && child !== ""));
  return made;
}

function svgElement(name, attributes = {}, text) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

/** Margin and gap with which columns of `widths` take `space`, or the least with which arrows can be told apart. */
function roomFor(widths, space) {
  const { good, needed } = ROOM;
  const boxes = widths.reduce((sum, width) => sum + width, 0);
  const total = ({ margin, gap }) => boxes + 2 * margin + (widths.length - 1) * gap;
  const spare = (space - total(needed)) / (total(good) - total(needed));
  const part = Math.max(0, Math.min(1, spare));
  const between = (name) => Math.floor(needed[name] + part * (good[name] - needed[name]));
  return { margin: between("margin"), gap: between("gap") };
}

class Diagram {
  /** `choose(i)` is called when somebody clicks event i, `look(i)` when it has focus or the mouse. */
  constructor(execution, holder, choose, look) {
    Object.assign(this, { execution, holder, choose, look });
  }

  /** Draws the events of `shown`. */
  lay(shown) {
    this.shown = shown;
    this.canvas = element("div", { class: "canvas" });
    this.svg = svgElement("svg", { "aria-hidden": "true" });
    this.canvas.append(this.svg);
    this.holder.replaceChildren(this.canvas);
    this.boxes = new Map();
    for (const i of shown) this.boxes.set(i, this.button(i));
    this.place();
    this.arrows = this.execution.arrows(shown);
  }

  button(i) {
    const event = this.execution.events[i];
    const from = event.kind === "R" ? ` ← ${this.execution.name(event.from ?? -1)}` : "";
    const button = element(
      "button",
      {
        type: "button",
        class: "event",
        "data-event": event.name,
        onclick: () => this.choose(i),
        onfocus: () => this.look(i),
        onmouseenter: () => this.look(i),
        onmouseleave: () => this.look(undefined),
        onblur: () => this.look(undefined),
      },
      `${event.name}: ${event.text}${from}`,
    );
    if (event.site && event.site.length < 16)
      button.append(" ", element("span", { class: "site" }, event.site));
    this.canvas.append(button);
    return button;
  }

  place() {
    const { threads, events } = this.execution;
    const widths = threads.map(() => 90);
    const sizes = new Map(this.shown.map((i) => [i, this.boxes.get(i).offsetWidth]));
    for (const i of this.shown) {
      const { thread, level = 0 } = events[i];
      widths[thread] = Math.max(widths[thread], sizes.get(i) + level * INDENT);
    }
    this.room = roomFor(widths, this.holder.clientWidth);
    const { margin, gap } = this.room;
    let left = margin;
    this.columns = widths.map((width) => {
      const column = { left, right: left + width };
      left += width + gap;
      return column;
    });
    const heads = element("div", { class: "threads" });
    heads.style.height = `${TOP - 6}px`;
    threads.forEach((name, t) => {
      const head = element("div", { class: "thread" }, name);
      head.style.left = `${this.columns[t].left}px`;
      heads.append(head);
    });
    this.canvas.append(heads);
    this.at = new Map();
    this.shown.forEach((i, row) => {
      const { thread, level = 0 } = events[i];
      const x = this.columns[thread].left + level * INDENT;
      const y = TOP + row * ROW;
      const box = this.boxes.get(i);
      box.style.left = `${x}px`;
      box.style.top = `${y}px`;
      this.at.set(i, { left: x, right: x + sizes.get(i), y: y + 12, thread, row });
    });
    this.canvas.style.width = `${left - gap + margin}px`;
    this.canvas.style.height = `${TOP + this.shown.length * ROW}px`;
  }

  /** Shows the state after event `now` (-1: none yet), with these relations and this cycle. */
  show(now, relations, cycle) {
    const inCycle = new Set(cycle.map((edge) => edge.from));
    for (const [i, box] of this.boxes) {
      box.classList.toggle("ahead", i > now);
      box.classList.toggle("now", i === now);
      box.classList.toggle("cycle", inCycle.has(i));
      if (i === now) box.setAttribute("aria-current", "step");
      else box.removeAttribute("aria-current");
    }
    this.svg.replaceChildren(this.tips());
    this.labels = [];
    const bold = new Set(cycle.map((edge) => `${edge.from} ${edge.to} ${edge.name}`));
    const drawn = this.arrows.filter(
      (arrow) => relations.has(classOf(arrow.name)) && !bold.has(`${arrow.from} ${arrow.to} ${arrow.name}`),
    );
    const few = drawn.length <= 30;
    for (const arrow of drawn) {
      const ahead = Math.max(arrow.from, arrow.to) > now;
      const named = arrow.name !== "po" && ((few && !ahead) || arrow.from === now || arrow.to === now);
      this.arrow(arrow, { ahead, named });
    }
    for (const edge of cycle)
      if (this.at.has(edge.from) && this.at.has(edge.to))
        this.arrow(edge, { bold: true, broken: edge.kept === false, named: true });
    if (this.boxes.has(now)) this.bring(this.boxes.get(now));
  }

  // Scrolls inside the diagram alone: the page stays where its reader put it.
  bring(box) {
    const { holder } = this;
    const top = box.offsetTop;
    if (top < holder.scrollTop + ROW) holder.scrollTop = top - 2 * ROW;
    if (top + 2 * ROW > holder.scrollTop + holder.clientHeight)
      holder.scrollTop = top + 3 * ROW - holder.clientHeight;
    if (box.offsetLeft < holder.scrollLeft || box.offsetLeft + box.offsetWidth > holder.scrollLeft + holder.clientWidth)
      holder.scrollLeft = box.offsetLeft - this.room.margin;
  }

  tips() {
    const defs = svgElement("defs");
    for (const name of [...RELATIONS.map((relation) => relation.name), "other"]) {
      const marker = svgElement("marker", {
        id: `tip-${name}`, viewBox: "0 0 10 10", refX: 9, refY: 5,
        markerWidth: 9, markerHeight: 9, markerUnits: "userSpaceOnUse", orient: "auto",
      });
      marker.append(svgElement("path", { d: "M0 1 L10 5 L0 9 z", class: `tip-${name}` }));
      defs.append(marker);
    }
    return defs;
  }

  arrow({ from, to, name, kept }, { ahead, bold, broken, named }) {
    const a = this.at.get(from);
    const b = this.at.get(to);
    const kind = classOf(name);
    const d = a.thread === b.thread ? this.within(a, b, kind, bold) : this.across(a, b);
    const classes = ["arrow", kind, ahead && "ahead", bold && "bold", broken && "broken"];
    const path = svgElement("path", { d, class: classes.filter(Boolean).join(" "), "marker-end": `url(#tip-${kind})` });
    this.svg.append(path);
    if (named) this.label(path, broken ? `${name} ✕` : name);
  }

  // Stands where the arrow leaves most room: clear of boxes and of other labels, else in the middle.
  label(path, text) {
    const length = path.getTotalLength();
    const half = { x: 3.6 * text.length + 3, y: 9 };
    const clear = (at) =>
      this.labels.every((other) => Math.abs(other.x - at.x) > other.half + half.x || Math.abs(other.y - at.y) > 2 * half.y) &&
      [...this.at.values()].every((box) => at.x + half.x < box.left || at.x - half.x > box.right || Math.abs(at.y - box.y) > 12 + half.y);
    const places = [0.5, 0.4, 0.6, 0.3, 0.7, 0.22, 0.78, 0.15, 0.85].map((part) => path.getPointAtLength(part * length));
    const { x, y } = places.find(clear) ?? places[0];
    this.labels.push({ x, y, half: half.x });
    this.svg.append(svgElement("text", { x, y: y + 4 }, text));
  }

  across(a, b) {
    const right = b.left > a.left;
    const x1 = right ? a.right : a.left;
    const x2 = right ? b.left - 2 : b.right + 2;
    const bend = Math.max(30, Math.abs(x2 - x1) * 0.4) * (right ? 1 : -1);
    return `M${x1} ${a.y} C${x1 + bend} ${a.y} ${x2 - bend} ${b.y} ${x2} ${b.y}`;
  }

  // Program order of neighbours runs down between the boxes; the rest bends around them, communication
  // on the right, dependencies and long program order on the left.
  within(a, b, kind, bold) {
    if (kind === "po" && !bold) {
      const x = Math.max(a.left, b.left) + 12;
      return `M${x} ${a.y + 12} L${x} ${b.y - 14}`;
    }
    const left = ["po", "dep", "rmw"].includes(kind);
    const reach = Math.min(40, 27 + 3 * Math.abs(a.row - b.row));
    const edge = left ? this.columns[a.thread].left - reach : this.outer(a, b) + reach;
    const x1 = left ? a.left : a.right;
    const x2 = left ? b.left - 2 : b.right + 2;
    return `M${x1} ${a.y} C${edge} ${a.y} ${edge} ${b.y} ${x2} ${b.y}`;
  }

  /** The right side of the widest box from a to b in their column. */
  outer(a, b) {
    let right = 0;
    for (const one of this.at.values())
      if (one.thread === a.thread && one.row >= Math.min(a.row, b.row) && one.row <= Math.max(a.row, b.row))
        right = Math.max(right, one.right);
    return right;
  }
}
