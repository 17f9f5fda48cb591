// A headless Chromium, driven by its DevTools protocol through a pipe: no port, no driver.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const BROWSERS = ["chromium", "chromium-browser", "google-chrome"];
const FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
  "--disable-dev-shm-usage", "--remote-debugging-pipe"];

// Longer than any page takes on a slow machine that does other work.
const PATIENCE = 180_000;

/** The browser ended, or does not answer: that says nothing about the page. */
export class BrowserGone extends Error {}

/** `promise`, or BrowserGone when it takes too long. */
function patient(promise, what) {
  let timer;
  const late = new Promise((_, failed) => {
    timer = setTimeout(() => failed(new BrowserGone(`no answer to ${what}`)), PATIENCE);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

export class Browser {
  #child;
  #folder;
  #next = 1;
  #waiting = new Map();
  #listeners = new Map();
  #rest = "";

  /** Starts the first browser that there is. */
  static async start() {
    const browser = new Browser();
    browser.#folder = mkdtempSync(join(tmpdir(), "ringcheck-web-"));
    for (const program of [process.env.CHROMIUM, ...BROWSERS].filter(Boolean)) {
      if (await browser.#spawn(program)) return browser;
    }
    throw new BrowserGone(`no browser found: tried ${BROWSERS.join(", ")}`);
  }

  #spawn(program) {
    this.#child = spawn(program, [...FLAGS, `--user-data-dir=${this.#folder}`, "about:blank"], {
      stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
    });
    this.#child.stdio[4].setEncoding("utf8").on("data", (text) => this.#read(text));
    this.#child.stdio[3].on("error", () => this.#lost());
    this.#child.once("exit", () => this.#lost());
    return new Promise((done) => {
      this.#child.once("spawn", () => done(true));
      this.#child.once("error", () => done(false));
    });
  }

  #lost() {
    for (const { failed } of this.#waiting.values()) failed(new BrowserGone("the browser ended"));
    this.#waiting.clear();
  }

  // Messages end with a zero byte.
  #read(text) {
    const messages = (this.#rest + text).split("\0");
    this.#rest = messages.pop();
    for (const message of messages.map((one) => JSON.parse(one))) {
      if (message.id === undefined) {
        this.#listeners.get(message.sessionId)?.(message);
        continue;
      }
      const { done, failed } = this.#waiting.get(message.id) ?? {};
      if (!done) continue;
      this.#waiting.delete(message.id);
      if (message.error) failed(new Error(message.error.message));
      else done(message.result);
    }
  }

  send(method, params = {}, sessionId = undefined) {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null)
      return Promise.reject(new BrowserGone("the browser ended"));
    const id = this.#next++;
    const answer = new Promise((done, failed) => this.#waiting.set(id, { done, failed }));
    this.#child.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return patient(answer, method);
  }

  /** Opens a page of this size and waits until it has loaded. */
  async open(url, { width, height = 900, dark = false, print = false }) {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    const page = new Page(this, targetId, sessionId);
    const loaded = new Promise((done) => {
      this.#listeners.set(sessionId, (message) => page.hear(message, done));
    });
    for (const domain of ["Page", "Runtime", "Log", "Network"]) await page.send(`${domain}.enable`);
    await page.send("Emulation.setDeviceMetricsOverride",
      { width, height, deviceScaleFactor: 1, mobile: width < 600 });
    await page.send("Emulation.setEmulatedMedia", {
      media: print ? "print" : "screen",
      features: [{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }],
    });
    await page.send("Page.navigate", { url });
    await patient(loaded, `opening ${url}`);
    return page;
  }

  async close() {
    const ended = new Promise((done) => this.#child.once("exit", done));
    this.send("Browser.close").catch(() => undefined);
    const running = this.#child.exitCode === null && this.#child.signalCode === null;
    if (running) await patient(ended, "closing").catch(() => this.#child.kill("SIGKILL"));
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A page, with what it complained about and what it asked the network for. */
export class Page {
  complaints = [];
  requests = [];

  constructor(browser, targetId, sessionId) {
    Object.assign(this, { browser, targetId, sessionId });
  }

  hear({ method, params }, loaded) {
    if (method === "Page.loadEventFired") loaded();
    if (method === "Runtime.exceptionThrown")
      this.complaints.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    if (method === "Runtime.consoleAPICalled" && ["error", "warning", "assert"].includes(params.type))
      this.complaints.push(params.args.map((one) => one.value ?? one.description).join(" "));
    if (method === "Log.entryAdded" && ["error", "warning"].includes(params.entry.level))
      this.complaints.push(params.entry.text);
    if (method === "Network.requestWillBeSent") this.requests.push(params.request.url);
  }

  send(method, params) {
    return this.browser.send(method, params, this.sessionId);
  }

  /** The value of an expression in the page; promises are awaited. */
  async evaluate(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate",
      { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /** Presses a key, such as "ArrowRight". */
  async press(key) {
    for (const type of ["rawKeyDown", "keyUp"]) await this.send("Input.dispatchKeyEvent", { type, key, code: key });
  }

  /** A picture of the whole page, as PNG. */
  async picture() {
    const { data } = await this.send("Page.captureScreenshot", { captureBeyondViewport: true });
    return Buffer.from(data, "base64");
  }

  close() {
    return this.browser.send("Target.closeTarget", { targetId: this.targetId });
  }
}
