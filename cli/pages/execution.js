// An execution as explorer_data.hpp describes it, with what follows from it. Draws nothing.

const RELATIONS = [
  { name: "po", says: "program order", kinds: ["po"] },
  { name: "rf", says: "reads-from", kinds: ["rf"] },
  { name: "co", says: "coherence", kinds: ["co"] },
  { name: "fr", says: "from-reads", kinds: ["fr"] },
  { name: "rmw", says: "read-modify-write", kinds: ["rmw"] },
  { name: "dep", says: "dependencies", kinds: ["addr", "data", "ctrl"] },
];

/** The class of an arrow called `name`: that of its relation, "other" for a model's own relations. */
function classOf(name) {
  const relation = RELATIONS.find((one) => one.kinds.includes(name));
  return relation ? relation.name : "other";
}

class Execution {
  constructor(data) {
    Object.assign(this, data);
    this.place = this.co.map((writes) => new Map(writes.map((write, i) => [write, i + 1])));
    this.site = this.events.some((event) => event.site);
  }

  /** Numbers of the events to show: those that other CPUs can see, or with `own` all. */
  shown(own) {
    return this.events.map((_, i) => i).filter((i) => own || !this.events[i].own);
  }

  /** The event's text with its name before it. */
  line(i) {
    return i < 0 ? "the initial value" : `${this.events[i].name}: ${this.events[i].text}`;
  }

  name(i) {
    return i < 0 ? "init" : this.events[i].name;
  }

  /** Arrows between shown events: {from, to, name}. */
  arrows(shown) {
    const visible = new Set(shown);
    const found = [];
    const add = (from, to, name) => {
      if (visible.has(from) && visible.has(to)) found.push({ from, to, name });
    };
    const last = new Map();
    for (const i of shown) {
      const thread = this.events[i].thread;
      if (last.has(thread)) add(last.get(thread), i, "po");
      last.set(thread, i);
    }
    for (const i of shown) {
      const event = this.events[i];
      if (event.kind === "R" && event.from !== undefined) {
        add(event.from, i, "rf");
        add(i, this.nextWrite(event.word, event.from, event.rmw, visible), "fr");
        if (event.rmw !== undefined) add(i, event.rmw, "rmw");
      }
      if (event.kind === "W") add(i, this.nextWrite(event.word, i, undefined, visible), "co");
      for (const name of ["addr", "data", "ctrl"])
        for (const from of event[name] ?? []) add(from, i, name);
    }
    return found;
  }

  /** The next visible write after `write` (-1: the initial one) to `word`, other than `not`. */
  nextWrite(word, write, not, visible) {
    const writes = this.co[word];
    const start = write < 0 ? 0 : this.place[word].get(write);
    return writes.slice(start).find((one) => one !== not && visible.has(one));
  }

  /** Position of a write in the coherence order of its word; the initial one has 0. */
  position(word, write) {
    return write < 0 ? 0 : this.place[word].get(write);
  }

  /** For each word the write that is last in coherence order when the events up to `last` are done. */
  memory(last) {
    const writes = this.words.map(() => -1);
    for (let i = 0; i <= last; ++i) {
      const { kind, word } = this.events[i];
      if (kind === "W" && this.position(word, i) > this.position(word, writes[word])) writes[word] = i;
    }
    return writes;
  }

  /** The value that `write` left in `word`. */
  value(word, write) {
    return write < 0 ? this.words[word].value : this.events[write].value;
  }

  /** What the events after `before` and up to `last` say that they did: [event, text]. */
  notes(last) {
    const found = [];
    for (let i = 0; i <= last; ++i)
      if (this.events[i].note) found.push([i, this.events[i].note]);
    return found;
  }
}
