// Explorers in a real browser: each opens from disk, steps by keyboard, and keeps to what every page
// must be (pages.js).

import assert from "node:assert/strict";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";

import { at, expectQuiet, fits, LARGEST, LAYOUT, work } from "./pages.js";

const names = (folder) => readdirSync(join(work, folder)).filter((name) => name.endsWith(".html")).sort();
// Those of single witnesses, and of the site: of a violation, and of an execution that holds.
const pages = [
  ...names("pages").map((name) => join("pages", name)),
  ...["perf-ring-overrun-sc.html", "spsc-ring-example.html"].map((name) => join("site", "runs", name)),
];
const STATE = `({
  count: document.getElementById("count").textContent,
  now: document.querySelector(".event.now")?.dataset.event ?? null,
  told: document.getElementById("now").textContent,
  ahead: document.querySelectorAll(".event.ahead").length,
  events: document.querySelectorAll(".event").length,
  arrows: document.querySelectorAll("path.arrow").length,
})`;

test("there are explorers to test", () => assert.ok(pages.length >= 8, `${work} has ${pages.length} pages`));

for (const file of pages) {
  describe(file, () => {
    test("opens from disk, without complaint and without the network", (context) =>
      at(context, file, { width: 1280 }, async (page) => {
        expectQuiet(page);
        assert.ok(statSync(join(work, file)).size <= LARGEST);
      }));

    test("steps to the start and to the end by keyboard", (context) =>
      at(context, file, { width: 1280 }, async (page) => {
        const end = await page.evaluate(STATE);
        assert.equal(end.count, `step ${end.events} of ${end.events}`);
        for (let i = 0; i < end.events; ++i) await page.press("ArrowLeft");
        const start = await page.evaluate(STATE);
        assert.equal(start.count, `step 0 of ${end.events}`);
        assert.equal(start.ahead, end.events);
        assert.equal(start.now, null);
        for (let i = 0; i < end.events; ++i) await page.press("ArrowRight");
        assert.deepEqual(await page.evaluate(STATE), end);
        await page.press("Home");
        await page.press("ArrowRight");
        assert.equal((await page.evaluate(STATE)).count, `step 1 of ${end.events}`);
        await page.press("End");
        assert.deepEqual(await page.evaluate(STATE), end);
        assert.deepEqual(page.complaints, []);
      }));

    test("opens at the step that the address names", (context) =>
      at(context, file, { width: 1280, hash: "#step=2" }, async (page) => {
        assert.match((await page.evaluate(STATE)).count, /^step 2 of/);
      }));

    test("takes relations away and brings them back", (context) =>
      at(context, file, { width: 1280 }, async (page) => {
        // The cycle stays.
        const arrows = `document.querySelectorAll("path.arrow:not(.bold)").length`;
        const boxes = `[...document.querySelectorAll("#relations input:not([name=own])")]`;
        const first = await page.evaluate(arrows);
        await page.evaluate(`window.asked = ${boxes}.filter((box) => box.checked); asked.forEach((box) => box.click())`);
        assert.equal(await page.evaluate(arrows), 0);
        await page.evaluate(`${boxes}.forEach((box) => box.click())`);
        assert.ok((await page.evaluate(arrows)) >= first);
        await page.evaluate(`${boxes}.filter((box) => !asked.includes(box)).forEach((box) => box.click())`);
        assert.equal(await page.evaluate(arrows), first);
      }));

    test("tells of the event that has focus", (context) =>
      at(context, file, { width: 1280 }, async (page) => {
        const text = await page.evaluate(`(() => {
          const event = document.querySelector(".event");
          event.focus();
          return [event.dataset.event, document.querySelector("#now strong").textContent];
        })()`);
        assert.equal(text[0], text[1]);
      }));

    test("prints with every event and no buttons to press", (context) =>
      at(context, file, { width: 800, print: true }, async (page) => {
        const shown = await page.evaluate(`[getComputedStyle(document.querySelector(".tools")).display,
          getComputedStyle(document.querySelector("#diagram")).maxHeight]`);
        assert.deepEqual(shown, ["none", "none"]);
      }));

    fits(test, file);
  });
}

test("an overlap is seen, and a part within its whole is none", (context) =>
  at(context, join("pages", "race.html"), { width: 1280 }, async (page) => {
    const overlaps = (html) => page.evaluate(`(() => {
      document.body.innerHTML = ${JSON.stringify(html)};
      return ${LAYOUT}.overlaps;
    })()`);
    const placed = (left, text) => `<p style="position:absolute;top:9px;width:99px;left:${left}px">${text}</p>`;
    assert.deepEqual(await overlaps(placed(0, "one") + placed(50, "other")), ["one | other"]);
    assert.deepEqual(await overlaps(placed(0, "one") + placed(200, "other")), []);
    assert.deepEqual(await overlaps('<div class="scroll"><p>a part</p></div>'), []);
  }));

// Time depends on the machine; what a step does to the page does not. A browser makes some hundred
// thousand nodes a second, and a step feels immediate up to a tenth of that.
test("a step among 200 events makes few nodes", (context) =>
  at(context, join("pages", "long.html"), { width: 1280 }, async (page) => {
    const work = await page.evaluate(`(() => {
      document.querySelector("input[name=own]").click();
      let made = 0;
      for (const name of ["createElement", "createElementNS"]) {
        const make = document[name].bind(document);
        document[name] = (...all) => { made += 1; return make(...all); };
      }
      const steps = [];
      for (let i = 0; i < 20; ++i) {
        made = 0;
        document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true }));
        steps.push(made);
      }
      return { events: document.querySelectorAll(".event").length, most: Math.max(...steps) };
    })()`);
    assert.ok(work.events >= 200, `${work.events} events`);
    assert.ok(work.most < 10 * work.events, `${work.most} nodes for ${work.events} events`);
  }));
