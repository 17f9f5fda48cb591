// Explorers in a real browser: each page of the folder PAGES opens from disk, steps by keyboard, fits
// on a screen and on a telephone, and has no accessibility error. MODULES is the folder whose
// node_modules has axe-core; SCREENSHOTS, if it is set, one for pictures.

import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";

import { Browser } from "./browser.js";

const folder = resolve(process.env.PAGES ?? "build/web/pages");
const modules = resolve(process.env.MODULES ?? "build/web", "package.json");
const pages = readdirSync(folder).filter((name) => name.endsWith(".html")).sort();
const axe = readFileSync(createRequire(modules).resolve("axe-core/axe.min.js"), "utf8");
const LARGEST = 300_000;
const LONGEST_STEP = 100; // milliseconds, as long as a step feels immediate

/** Elements that must not lie over each other, and the page's own width. */
const LAYOUT = `(() => {
  const rectangles = (selector) => [...document.querySelectorAll(selector)].map((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return { name: one.textContent.trim().slice(0, 40) || one.id, left, top, right, bottom };
  }).filter((one) => one.right > one.left && one.bottom > one.top);
  const overlapping = (list) => list.flatMap((a, i) => list.slice(i + 1)
    .filter((b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)
    .map((b) => a.name + " | " + b.name));
  return {
    overlaps: ["section", ".event, .thread", ".tools button, #step, .tools output, .tools label", ".cell", "tr", "p, h1, h2, h3"]
      .flatMap((selector) => overlapping(rectangles(selector))),
    wider: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  };
})()`;
const STATE = `({
  count: document.getElementById("count").textContent,
  now: document.querySelector(".event.now")?.dataset.event ?? null,
  told: document.getElementById("now").textContent,
  ahead: document.querySelectorAll(".event.ahead").length,
  events: document.querySelectorAll(".event").length,
  arrows: document.querySelectorAll("path.arrow").length,
})`;

let browser;
before(async () => {
  browser = await Browser.start();
});
after(() => browser.close());

async function at(name, options, body) {
  const page = await browser.open(pathToFileURL(join(folder, name)).href + (options.hash ?? ""), options);
  try {
    await body(page);
  } finally {
    await page.close();
  }
}

function keep(name, png) {
  if (!process.env.SCREENSHOTS) return;
  mkdirSync(process.env.SCREENSHOTS, { recursive: true });
  writeFileSync(join(process.env.SCREENSHOTS, name), png);
}

test("there are explorers to test", () => assert.ok(pages.length >= 3, `${folder} has ${pages.length} pages`));

for (const name of pages) {
  describe(name, () => {
    test("opens from disk, without complaint and without the network", () =>
      at(name, { width: 1280 }, async (page) => {
        assert.deepEqual(page.complaints, []);
        assert.deepEqual(page.requests.filter((url) => !/^(file|data):/.test(url)), []);
        assert.ok(statSync(join(folder, name)).size <= LARGEST);
      }));

    test("steps to the start and to the end by keyboard", () =>
      at(name, { width: 1280 }, async (page) => {
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

    test("opens at the step that the address names", () =>
      at(name, { width: 1280, hash: "#step=2" }, async (page) => {
        assert.match((await page.evaluate(STATE)).count, /^step 2 of/);
      }));

    test("takes relations away and brings them back", () =>
      at(name, { width: 1280 }, async (page) => {
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

    test("tells of the event that has focus", () =>
      at(name, { width: 1280 }, async (page) => {
        const text = await page.evaluate(`(() => {
          const event = document.querySelector(".event");
          event.focus();
          return [event.dataset.event, document.querySelector("#now strong").textContent];
        })()`);
        assert.equal(text[0], text[1]);
      }));

    test("steps without a delay that one sees", () =>
      at(name, { width: 1280 }, async (page) => {
        const usual = await page.evaluate(`(() => {
          const own = document.querySelector("input[name=own]");
          if (own && !own.checked) own.click();
          const times = [];
          const press = (key) => {
            const start = performance.now();
            document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
            document.body.offsetHeight;
            times.push(performance.now() - start);
          };
          for (let i = 0; i < 20; ++i) press("ArrowLeft");
          return times.sort((a, b) => a - b)[10]; // other work on the machine slows single steps
        })()`);
        assert.ok(usual < LONGEST_STEP, `${usual} ms`);
      }));

    for (const width of [1280, 390])
      for (const dark of [false, true])
        test(`fits into ${width} pixels, and axe finds nothing, ${dark ? "dark" : "light"}`, () =>
          at(name, { width, dark }, async (page) => {
            keep(`${name}-${width}-${dark ? "dark" : "light"}.png`, await page.picture());
            assert.deepEqual(await page.evaluate(LAYOUT), { overlaps: [], wider: 0 });
            await page.evaluate(axe);
            const found = await page.evaluate(`axe.run().then((result) => result.violations.map((one) =>
              one.id + ": " + one.nodes.map((node) => node.target + " " + (node.any[0]?.message ?? "")).slice(0, 3).join("; ")))`);
            assert.deepEqual(found, []);
          }));

    test("prints with every event and no buttons to press", () =>
      at(name, { width: 800, print: true }, async (page) => {
        const shown = await page.evaluate(`[getComputedStyle(document.querySelector(".tools")).display,
          getComputedStyle(document.querySelector("#diagram")).maxHeight]`);
        assert.deepEqual(shown, ["none", "none"]);
      }));
  });
}
