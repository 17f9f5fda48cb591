// The site in a real browser: a page of each kind, and the search.

import assert from "node:assert/strict";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";

import { at, expectQuiet, fits, LARGEST, work } from "./pages.js";

const root = join(work, "site");
const files = readdirSync(root, { recursive: true }).filter((name) => statSync(join(root, name)).isFile());

test("is small enough", () => {
  const sizes = files.map((name) => [name, statSync(join(root, name)).size]);
  assert.deepEqual(sizes.filter(([, size]) => size > LARGEST), []);
  assert.ok(sizes.reduce((sum, [, size]) => sum + size, 0) <= 20_000_000);
});

const PAGES = ["index.html", "scenarios/perf-ring.html", "findings/F-02.html", "findings/V-10.html", "properties/I-01.html",
  "points/B.html", "mutants/M.html"];
for (const name of PAGES) {
  const file = join("site", name);
  describe(name, () => {
    test("opens from disk, without complaint and without the network", (context) =>
      at(context, file, { width: 1280 }, async (page) => {
        // What is further down is loaded too.
        await page.evaluate(`document.querySelector("iframe")?.scrollIntoView()`);
        expectQuiet(page);
      }));

    fits(test, file);
  });
}

const ROWS = `[...document.querySelectorAll("#found tbody tr")].filter((row) => !row.hidden).map((row) => row.cells[0].textContent)`;

/** Chooses as a reader does, and returns the names of the rows that are left. */
function choose(page, control, value) {
  return page.evaluate(`(() => {
    const control = document.getElementById(${JSON.stringify(control)});
    control.value = ${JSON.stringify(value)};
    control.dispatchEvent(new Event("input", { bubbles: true }));
    return ${ROWS};
  })()`);
}

describe("search", () => {
  test("finds by words, kind, model and answer, and all again without them", (context) =>
    at(context, join("site", "index.html"), { width: 1280 }, async (page) => {
      const all = await page.evaluate(ROWS);
      assert.ok(all.length > 100, `${all.length} rows`);
      const overrun = await choose(page, "search", "perf-RING overrun");
      assert.ok(overrun.length < all.length && overrun.includes("perf-ring-overrun"), overrun.join());
      assert.deepEqual(await choose(page, "kind", "scenario"), ["perf-ring-overrun"]);
      assert.deepEqual(await choose(page, "answer", "holds"), []);
      assert.match(await page.evaluate(`document.getElementById("count").textContent`), /^0 of /);
      assert.deepEqual(await choose(page, "answer", "violated"), ["perf-ring-overrun"]);
      assert.deepEqual(await choose(page, "model", "sc"), ["perf-ring-overrun"]);
      for (const control of ["search", "kind", "answer"]) await choose(page, control, "");
      assert.deepEqual(await choose(page, "model", ""), all);
      assert.deepEqual(page.complaints, []);
    }));

  test("opens as the address says", (context) =>
    at(context, join("site", "index.html"), { width: 1280, hash: "#search=lost&kind=finding" }, async (page) => {
      const rows = await page.evaluate(ROWS);
      assert.ok(rows.length > 0 && rows.every((name) => /^[A-Z]-[0-9]+$/.test(name)), rows.join());
    }));
});

test("a link opens an execution in the page's frame", (context) =>
  at(context, join("site", "points/B.html"), { width: 1280 }, async (page) => {
    const before = await page.evaluate(`document.querySelector("iframe[name=run]").getAttribute("src")`);
    const href = await page.evaluate(`(() => {
      const links = [...document.querySelectorAll("a[target=run]")];
      const other = links.find((link) => link.getAttribute("href") !== ${JSON.stringify(before)});
      other.click();
      return other.href;
    })()`);
    assert.match(href, /\/runs\/.*\.html$/);
    const frames = async (node) => [node.frame.url, ...(await Promise.all((node.childFrames ?? []).map(frames))).flat()];
    const shown = async () => frames((await page.send("Page.getFrameTree")).frameTree);
    for (let n = 0; n < 600 && !(await shown()).some((url) => url.startsWith(href)); ++n)
      await new Promise((done) => setTimeout(done, 100));
    assert.ok((await shown()).some((url) => url.startsWith(href)));
    expectQuiet(page);
  }));
