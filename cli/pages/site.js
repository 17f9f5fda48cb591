// The index: rows that have all words of the search, and are of the chosen kind, model and answer.

const rows = [...document.querySelectorAll("#found tbody tr")].map((row) => ({
  row,
  text: row.textContent.toLowerCase(),
  kind: row.dataset.kind,
  model: row.dataset.models.split(" "),
  answer: row.dataset.answers.split(" "),
}));
const control = (name) => document.getElementById(name);

function filter() {
  const words = control("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const chosen = (one, name) => !control(name).value || [one[name]].flat().includes(control(name).value);
  let count = 0;
  for (const one of rows) {
    const shown = words.every((word) => one.text.includes(word)) &&
      ["kind", "model", "answer"].every((name) => chosen(one, name));
    one.row.hidden = !shown;
    if (shown) count += 1;
  }
  control("count").textContent = `${count} of ${rows.length}`;
  const asked = new URLSearchParams();
  for (const name of ["search", "kind", "model", "answer"]) if (control(name).value) asked.set(name, control(name).value);
  history.replaceState(null, "", `#${asked}`);
}

const asked = new URLSearchParams(location.hash.slice(1));
for (const name of ["search", "kind", "model", "answer"]) {
  if (asked.get(name)) control(name).value = asked.get(name);
  control(name).addEventListener("input", filter);
}
filter();
