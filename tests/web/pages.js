// What the tests of all pages share: opening them, and what every page must be.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { after } from "node:test";
import { pathToFileURL } from "node:url";

import { ACCESSIBILITY } from "./accessibility.js";
import { Browser, BrowserGone } from "./browser.js";

/** The folder with the pages to test; see scripts/web_test.sh. */
export const work = resolve(process.env.WORK ?? "build/web");
export const LARGEST = 300_000;
const TRIES = 3;

// From npm, where that can be reached; the checks of accessibility.js are made in any case.
const modules = join(work, "node_modules", "axe-core", "axe.min.js");
const axe = existsSync(modules) ? readFileSync(createRequire(join(work, "package.json")).resolve("axe-core/axe.min.js"), "utf8") : undefined;

let browser;
after(() => browser?.close());

/**
 * Calls `body` with the page at `file`, below the folder of pages. A browser that goes away says
 * nothing about the page: it is started again, and after some tries the test is left out, aloud.
 */
export async function at(context, file, options, body) {
  const url = pathToFileURL(join(work, file)).href + (options.hash ?? "");
  for (let n = 1; ; ++n) {
    try {
      browser ??= await Browser.start();
      const page = await browser.open(url, options);
      await body(page);
      await page.close();
      return;
    } catch (error) {
      if (!(error instanceof BrowserGone)) throw error;
      await browser?.close().catch(() => undefined);
      browser = undefined;
      if (n < TRIES) continue;
      console.error(`NOT RUN: ${context.name}: ${error.message}`);
      context.skip(error.message);
      return;
    }
  }
}

/** Keeps a picture of the page, if somebody wants to look at it. */
async function keep(page, name) {
  if (!process.env.SCREENSHOTS) return;
  mkdirSync(process.env.SCREENSHOTS, { recursive: true });
  writeFileSync(join(process.env.SCREENSHOTS, name), await page.picture());
}

/** Elements that must not lie over each other, and how much wider than the window the page is. */
export const LAYOUT = `(() => {
  // What is folded has a place, but is not shown.
  const folded = (one) => one.closest("details:not([open])") && !one.closest("summary");
  const rectangles = (selector) => [...document.querySelectorAll(selector)].filter((one) => !folded(one)).map((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return { one, name: one.textContent.trim().slice(0, 40) || one.id, left, top, right, bottom };
  }).filter((one) => one.right > one.left && one.bottom > one.top);
  // A part lies over the whole it belongs to, as a paragraph over its table.
  const within = (one, other) => one.contains(other) || other.contains(one);
  const overlapping = (list) => {
    const found = [];
    const sorted = list.sort((a, b) => a.top - b.top);
    for (let i = 0; i < sorted.length; ++i)
      for (let j = i + 1; j < sorted.length && sorted[j].top < sorted[i].bottom - 1; ++j)
        if (sorted[i].left < sorted[j].right - 1 && sorted[j].left < sorted[i].right - 1 && !within(sorted[i].one, sorted[j].one))
          found.push(sorted[i].name + " | " + sorted[j].name);
    return found;
  };
  return {
    overlaps: ["section", ".event", ".thread", ".tools button, #step, .tools output, .tools label", ".cell", "tr",
      "p, h1, h2, h3, iframe, .scroll, pre, .find", ".find label, .find output", "th, td"]
      .flatMap((selector) => overlapping(rectangles(selector))),
    wider: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  };
})()`;

/** Tests that the page fits into windows of two widths, light and dark, and can be used by everybody. */
export function fits(test, file) {
  const name = file.replaceAll("/", "-");
  for (const width of [1280, 390])
    for (const dark of [false, true])
      test(`fits into ${width} pixels and is accessible, ${dark ? "dark" : "light"}`, (context) =>
        at(context, file, { width, dark }, async (page) => {
          await keep(page, `${name}-${width}-${dark ? "dark" : "light"}.png`);
          assert.deepEqual(await page.evaluate(LAYOUT), { overlaps: [], wider: 0 });
          assert.deepEqual(await page.evaluate(ACCESSIBILITY), []);
          if (!axe) return;
          await page.evaluate(axe);
          const found = await page.evaluate(`axe.run({ iframes: false }).then((result) => result.violations.map((one) =>
            one.id + ": " + one.nodes.map((node) => node.target + " " + (node.any[0]?.message ?? "")).slice(0, 3).join("; ")))`);
          assert.deepEqual(found, []);
        }));
}

/** Holds what every page is to. */
export function expectQuiet(page) {
  assert.deepEqual(page.complaints, []);
  assert.deepEqual(page.requests.filter((url) => !/^(file|data|about):/.test(url)), []);
}
