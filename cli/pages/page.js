// The page: steps, keys, and what is said about the execution.

const execution = new Execution(JSON.parse(document.getElementById("execution").textContent));
const byId = (id) => document.getElementById(id);
const sc = execution.cycle.map(([from, to, name, kept]) => ({ from, to, name, kept }));
const state = {
  own: false,
  step: 0,
  relations: new Set(["po", "rf"]),
  cycle: sc,
  shown: [],
};
const diagram = new Diagram(execution, byId("diagram"), (i) => goTo(state.shown.indexOf(i) + 1), look);
const memory = new Memory(execution, byId("memory"));

/** The event of the current step; -1 at the start. */
const now = () => (state.step === 0 ? -1 : state.shown[state.step - 1]);
// The last step takes everything with it, also what no step is shown for.
const until = () => (state.step === state.shown.length ? execution.events.length - 1 : now());

function goTo(step) {
  state.step = Math.max(0, Math.min(state.shown.length, step));
  byId("step").value = state.step;
  byId("step").setAttribute("aria-valuetext", state.step === 0 ? "start" : execution.line(now()));
  byId("count").textContent = `step ${state.step} of ${state.shown.length}`;
  for (const id of ["first", "back"]) byId(id).disabled = state.step === 0;
  for (const id of ["next", "last"]) byId(id).disabled = state.step === state.shown.length;
  diagram.show(now(), state.relations, state.cycle);
  memory.show(until(), state.shown[state.step - 2] ?? -1, execution.events[now()]?.word);
  tellNotes();
  look(undefined);
  clearTimeout(state.address);
  state.address = setTimeout(() => history.replaceState(null, "", `#step=${state.step}`), 120);
}

/** Shows event i in the panel; undefined: that of the current step. */
function look(i) {
  const event = i ?? now();
  byId("now").replaceChildren(...(event < 0 ? [element("p", {}, "Nothing has happened yet.")] : tell(event)));
}

function tell(i) {
  const event = execution.events[i];
  const parts = [
    element("p", {}, element("strong", {}, event.name), ` on ${execution.threads[event.thread]}`,
      event.level ? `, interrupt level ${event.level}` : "", ": ", element("code", {}, event.text)),
  ];
  if (event.site)
    parts.push(element("p", {}, "Ordering point ", element("strong", {}, event.site), event.between ? `: ${event.between}` : ""));
  if (event.note) parts.push(element("p", {}, event.note));
  if (event.kind === "R" && event.from !== undefined) parts.push(...tellRead(i, event));
  if (event.kind === "W") parts.push(tellReaders(i));
  return parts;
}

function tellRead(i, event) {
  const newest = execution.memory(i)[event.word];
  const stale = execution.position(event.word, newest) > execution.position(event.word, event.from);
  const ahead = event.from > i;
  const parts = [
    element("p", {}, `Reads ${event.value} from ${execution.line(event.from)}.`,
      stale ? ` ${execution.name(newest)} has written ${execution.value(event.word, newest)} already: the value is old.` : "",
      ahead ? " That write stands below: no order of the events has every write above its reads." : ""),
  ];
  if (event.others?.length) {
    const answers = { allowed: "allowed as well", follows: "it comes of this read itself" };
    parts.push(
      element("p", {}, "Could it have read something else?"),
      element("ul", {}, ...event.others.map((other) =>
        element("li", {}, element("code", {}, other.value), ` (${execution.name(other.event)}): `,
          answers[other.answer] ?? `no, ${execution.model} refuses it by ${other.axiom}`))),
    );
  }
  return parts;
}

function tellReaders(i) {
  const readers = execution.events.filter((event) => event.kind === "R" && event.from === i);
  const names = readers.filter((event) => !event.own || state.own).map((event) => event.name);
  return element("p", {}, names.length ? `Read by ${names.join(", ")}.` : "Nothing shown reads it.");
}

function tellNotes() {
  const notes = execution.notes(until());
  byId("said-section").hidden = !execution.events.some((event) => event.note);
  byId("said").replaceChildren(...notes.slice(-12).map(([i, text]) =>
    element("li", {}, element("strong", {}, execution.events[i].name), ` ${text}`)));
  byId("said").setAttribute("start", Math.max(1, notes.length - 11));
}

function lay() {
  const event = now();
  state.shown = execution.shown(state.own);
  byId("step").max = state.shown.length;
  diagram.lay(state.shown);
  return event;
}

function chain(edges) {
  const parts = [];
  for (const edge of edges) {
    parts.push(element("code", {}, execution.line(edge.from)), " ",
      element("span", { class: edge.kept === false ? "bad" : "" },
        edge.kept === false ? `–${edge.name}, not kept→` : `–${edge.name}→`), " ");
  }
  parts.push(element("code", {}, execution.name(edges.at(-1).to)));
  return element("p", { class: "chain" }, ...parts);
}

function why() {
  const holder = byId("why");
  if (sc.length === 0) {
    holder.append(element("p", {}, "Every step happens in one order: an interleaving shows this execution, no weak memory is needed."));
    return;
  }
  holder.append(element("p", {}, "No interleaving of the threads shows this, since it has a cycle:"), chain(sc));
  const broken = sc.filter((edge) => edge.kept === false);
  for (const edge of broken)
    holder.append(element("p", {}, `${execution.model} does not keep ${execution.line(edge.from)} before ${execution.line(edge.to)} (✕ in the diagram).`));
  if (broken.length === 0)
    holder.append(element("p", {}, `${execution.model} keeps each step of program order, but not that all CPUs agree on the whole.`));
  if (execution.barrier)
    holder.append(element("p", {}, "What forbids it: ", element("strong", {}, execution.barrier), "."));
}

function models() {
  const words = { allowed: "allows it", refused: "forbids it", unasked: "was not asked" };
  const rows = execution.models.map((model) =>
    element("tr", {},
      element("th", { scope: "row", title: model.title }, model.name),
      element("td", { class: model.answer }, words[model.answer]),
      element("td", {}, model.answer === "allowed" ? "" : `${model.answer === "refused" ? "axiom " : ""}${model.axiom}`,
        model.edges?.length ? chain(model.edges.map(([from, to, name]) => ({ from, to, name }))) : ""),
      element("td", {}, model.edges?.length ? drawButton(model) : "")));
  const heads = ["model", "answer", "why", "in the diagram"].map((name) => element("th", { scope: "col" }, name));
  byId("models").append(element("table", {}, element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...rows)));
}

function drawButton(model) {
  const button = element("button", { type: "button", "aria-pressed": "false", onclick: () => {
    const pressed = button.getAttribute("aria-pressed") !== "true";
    for (const other of byId("models").querySelectorAll("button")) other.setAttribute("aria-pressed", "false");
    button.setAttribute("aria-pressed", String(pressed));
    button.textContent = pressed ? "drawn" : "draw";
    state.cycle = pressed ? model.edges.map(([from, to, name]) => ({ from, to, name })) : sc;
    diagram.show(now(), state.relations, state.cycle);
  } }, "draw");
  button.setAttribute("aria-label", `Draw what ${model.name} forbids`);
  return button;
}

function again() {
  const parts = [["To run it again", execution.commands.join("\n")], ["As a litmus test", execution.litmus]];
  for (const [title, text] of parts) {
    if (!text) continue;
    const button = element("button", { type: "button", onclick: async () => {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } }, "Copy");
    button.setAttribute("aria-label", `Copy: ${title}`);
    byId("again").append(element("div", { class: "copy" },
      element("h3", {}, title, button),
      element("pre", { tabindex: "0" }, text)));
  }
}

function checkbox(name, says, checked, change) {
  const box = element("input", { type: "checkbox", name, checked: checked ? "" : undefined, onchange: () => change(box.checked) });
  const line = svgElement("svg", { class: "sample", viewBox: "0 0 26 10", "aria-hidden": "true" });
  line.append(svgElement("line", { x1: 0, y1: 5, x2: 26, y2: 5, class: `arrow ${name}` }));
  return element("label", { title: says }, box, name === "own" ? "own words" : name, name === "own" ? "" : line);
}

function tools() {
  for (const relation of RELATIONS) {
    byId("relations").append(checkbox(relation.name, relation.says, state.relations.has(relation.name), (on) => {
      if (on) state.relations.add(relation.name);
      else state.relations.delete(relation.name);
      diagram.show(now(), state.relations, state.cycle);
    }));
  }
  if (execution.events.some((event) => event.own))
    byId("relations").append(checkbox("own", "also what only one CPU can see", false, (on) => {
      state.own = on;
      const event = lay();
      goTo(state.shown.filter((i) => i <= event).length);
    }));
  byId("first").addEventListener("click", () => goTo(0));
  byId("back").addEventListener("click", () => goTo(state.step - 1));
  byId("next").addEventListener("click", () => goTo(state.step + 1));
  byId("last").addEventListener("click", () => goTo(state.shown.length));
  byId("step").addEventListener("input", () => goTo(Number(byId("step").value)));
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input[type=range], pre")) return;
    const steps = { ArrowRight: state.step + 1, ArrowLeft: state.step - 1, Home: 0, End: state.shown.length };
    if (!(event.key in steps)) return;
    event.preventDefault();
    goTo(steps[event.key]);
  });
  window.addEventListener("hashchange", () => goTo(stepAsked()));
}

/** The step that the address names; the last one when it names none. */
function stepAsked() {
  const asked = /^#step=(\d+)$/.exec(location.hash);
  return asked ? Number(asked[1]) : state.shown.length;
}

byId("message").textContent = execution.message;
byId("setting").textContent = execution.setting;
tools();
lay();
why();
models();
again();
goTo(stepAsked());
