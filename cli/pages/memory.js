// Memory beside the diagram: arrays as strips of words with the positions that point into them, and
// every other word in a table.

const WORD_BYTES = 8;

class Memory {
  constructor(execution, holder) {
    this.execution = execution;
    this.holder = holder;
    this.inStrip = new Set(execution.strips.flatMap((strip) => strip.words));
  }

  /** Shows memory after event `now`, what changed after event `before`, and which word is looked at. */
  show(now, before, looked) {
    const { execution } = this;
    const writes = execution.memory(now);
    const changed = new Set();
    for (let i = before + 1; i <= now; ++i)
      if (execution.events[i].kind === "W") changed.add(execution.events[i].word);
    const parts = execution.strips.map((strip) => this.strip(strip, writes, changed, looked));
    this.holder.replaceChildren(...parts.flat(), this.table(writes, changed, looked));
  }

  strip(strip, writes, changed, looked) {
    const { execution } = this;
    const marks = new Map();
    for (const mark of strip.marks) {
      const value = Number(execution.value(mark, writes[mark]));
      const cell = Math.floor(value / WORD_BYTES) % strip.words.length;
      marks.set(cell, [...(marks.get(cell) ?? []), execution.words[mark].name]);
    }
    const cells = strip.words.map((word, n) =>
      element(
        "li",
        { class: this.classes("cell", word, changed, looked) },
        element("span", { class: "index" }, `${execution.words[word].name} · ${execution.name(writes[word])}`),
        element("br"),
        execution.value(word, writes[word]),
        ...(marks.get(n) ?? []).map((name) => element("span", { class: "mark" }, `▲ ${name}`)),
      ),
    );
    return [element("ol", { class: "strip", "aria-label": `Words of ${strip.name}` }, ...cells)];
  }

  table(writes, changed, looked) {
    const { execution } = this;
    const rows = execution.words
      .map((word, i) => [word, i])
      .filter(([, i]) => !this.inStrip.has(i))
      .map(([word, i]) =>
        element(
          "tr",
          { class: this.classes("", i, changed, looked) },
          element("th", { scope: "row" }, word.name),
          element("td", { class: "value" }, execution.value(i, writes[i])),
          element("td", {}, writes[i] < 0 ? "initial" : execution.name(writes[i])),
        ),
      );
    if (rows.length === 0) return "";
    const heads = ["word", "value", "written by"].map((name) => element("th", { scope: "col" }, name));
    return element("table", {}, element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...rows));
  }

  classes(base, word, changed, looked) {
    return [base, changed.has(word) && "changed", word === looked && "looked"].filter(Boolean).join(" ");
  }
}
