"use strict";
// Drives a headless Chromium over its debugging pipe, without any library: commands from standard input, one answer a line.
// {goto: url}, {wait: expression}, {eval: expression}, {key: name, shift: bool}, {size: [w, h], phone: bool}, {shot: file},
// {net: true} (every address asked for and every complaint of the page so far).
const { spawn } = require("node:child_process");
const { mkdtempSync, rmSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const path = require("node:path");

const profile = mkdtempSync(path.join(tmpdir(), "pbem-browser-"));
const flags = [
  "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--hide-scrollbars",
  "--disable-background-networking", "--disable-component-update", "--remote-debugging-pipe", "--user-data-dir=" + profile, "about:blank",
];
const browser = spawn(process.argv[2], flags, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
const waiting = new Map(), net = [];
let last = 0, session, buffer = "";

browser.stdio[4].setEncoding("utf-8").on("data", (text) => {
  const parts = (buffer + text).split("\0");
  buffer = parts.pop();
  for (const part of parts) heard(JSON.parse(part));
});

function heard(message) {
  if (message.id) {
    const [resolve, reject] = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error) reject(new Error(message.error.message)); else resolve(message.result);
  } else if (message.method === "Network.requestWillBeSent") net.push("asked " + message.params.request.url.slice(0, 200));
  else if (message.method === "Runtime.exceptionThrown") net.push("threw " + JSON.stringify(message.params.exceptionDetails).slice(0, 600));
  else if (message.method === "Log.entryAdded") net.push("log " + message.params.entry.text);
  else if (message.method === "Page.javascriptDialogOpening") net.push("dialog " + message.params.message);
}

function send(method, params = {}) {
  const id = ++last;
  browser.stdio[3].write(JSON.stringify({ id, method, params, sessionId: session }) + "\0");
  return new Promise((resolve, reject) => waiting.set(id, [resolve, reject]));
}

async function evaluate(expression) {
  const { result, exceptionDetails } = await send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
  if (exceptionDetails) throw new Error(exceptionDetails.exception ? exceptionDetails.exception.description : exceptionDetails.text);
  return result.value ?? null;
}

async function wait(expression) {
  for (const end = Date.now() + 60000; Date.now() < end;) {
    if (await evaluate(expression)) return true;
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  throw new Error("never true: " + expression);
}

const CODES = { " ": 32, PageUp: 33, PageDown: 34, End: 35, Home: 36, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40, Tab: 9, Enter: 13 };

async function press(key, shift) {
  const code = CODES[key] || key.toUpperCase().charCodeAt(0);
  const about = { key, windowsVirtualKeyCode: code, modifiers: shift ? 8 : 0 };
  await send("Input.dispatchKeyEvent", { type: "keyDown", ...about, ...(key.length === 1 ? { text: key } : {}) });
  await send("Input.dispatchKeyEvent", { type: "keyUp", ...about });
}

async function act(each) {
  if (each.goto) {
    const loaded = send("Page.navigate", { url: each.goto });
    await loaded;
    return wait("document.readyState === 'complete'");
  }
  if (each.wait) return wait(each.wait);
  if (each.eval) return evaluate(each.eval);
  if (each.key) return press(each.key, each.shift);
  if (each.size) {
    const [width, height] = each.size;
    await send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: each.scale || 1, mobile: Boolean(each.phone) });
    return true;
  }
  if (each.shot) {
    const { data } = await send("Page.captureScreenshot", { format: "png" });
    writeFileSync(each.shot, Buffer.from(data, "base64"));
    return true;
  }
  return net.splice(0);
}

(async () => {
  let input = "";
  for await (const chunk of process.stdin.setEncoding("utf-8")) input += chunk;
  const { targetInfos } = await send("Target.getTargets");
  const { targetId } = targetInfos.find(({ type }) => type === "page");
  ({ sessionId: session } = await send("Target.attachToTarget", { targetId, flatten: true }));
  for (const domain of ["Page", "Runtime", "Network", "Log"]) await send(domain + ".enable");
  for (const each of JSON.parse(input)) console.log(JSON.stringify((await act(each)) ?? null));
})().catch((error) => {
  console.error(error.stack);
  process.exitCode = 1;
}).finally(async () => {
  await send("Browser.close").catch(() => undefined);
  browser.once("exit", () => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }));
});
