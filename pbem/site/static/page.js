/* The first page: the program is fetched and started, files are looked at, games are opened at the table. */
import { fetched, digests } from "./files.js";
import { byId, h, save, say } from "./parts.js";
import { draw, early, named } from "./home.js";
import { hand, naming } from "./static/lobby.js";
import { says } from "./static/lobby_words.js";
import { current, preferred, speak, t } from "./words.js";

const about = JSON.parse(byId("about").textContent), root = new URL("./", location.href).href;
const asked = new Map();
let last = 0, worker, brought = null;
export const state = { hello: null, lasting: true, leaving: null, looked: null };

// --- the worker ------------------------------------------------------------------------------------------------------------

function request(name, given = {}, data = null) {
  const id = ++last;
  return new Promise((resolve, reject) => {
    asked.set(id, { resolve, reject });
    worker.postMessage({ id, name, given, data }, data ? [data] : []);
  });
}

function heard({ data: { id, value, failed, code, step } }) {
  if (step) return progress(step, STARTED[step]);
  const { resolve, reject } = asked.get(id);
  asked.delete(id);
  if (failed !== undefined) reject(Object.assign(new Error(code === "unsaved" ? t("unsaved") : failed), { code }));
  else resolve(value);
}

/* What the program answers. An error of the program is thrown with its sentence and what to do next. */
export async function ask(name, given, data) {
  const value = await request(name, { language: current(), ...given }, data);
  if (value && value.error) throw Object.assign(new Error(`${value.error.message} ${value.error.hint}`.trim()), { code: value.error.code });
  return value;
}

/* A request of the table's page: the frame has this in place of fetch. */
async function carry(path, { headers, body }) {
  const data = await new Response(body).arrayBuffer(), type = { "Content-Type": "application/json" };
  try {
    const { status, body: text } = await ask("http", { path: new URL(path, location.href).pathname, headers: JSON.stringify(headers) }, data);
    return new Response(text, { status, headers: type });
  } catch (error) {
    // A full disk, above all: the table says the sentence.
    return new Response(JSON.stringify({ error: { code: error.code || "fault", message: error.message, hint: "" } }), { status: 507, headers: type });
  }
}

// --- the beginning -----------------------------------------------------------------------------------------------------------

/* How far the bar has come when a step begins: what is fetched is half of it. */
const FETCHED = 0.5, STARTED = { python: FETCHED, program: 0.75, home: 0.95 };

const progress = (step, share, ...more) => {
  if (!more.length) performance.mark(step);
  byId("step").textContent = t("steps")[step](...more);
  byId("progress").value = share;
};

let come;
const here = new Promise((resolve) => { come = resolve; });

async function begin() {
  speak(preferred());
  byId("language").value = current();
  early();
  progress("look", 0);
  if (!globalThis.isSecureContext) throw new Error(t("insecure"));
  await alone();
  await serviceWorker();
  const sums = await fetched(about, (part, bytes, all) => progress("download", (FETCHED * bytes) / all, part, bytes, all));
  await start();
  await greet();
  byId("loading").hidden = byId("soon").hidden = true;
  byId("digests").replaceChildren(...digests(sums, about, state.hello.rules));
  performance.mark("ready");
  globalThis.ready = performance.now();
  come();
  await arrived();
}

/* One tab at a time: the lock is held as long as this page lives. */
const alone = () => new Promise((resolve, reject) => {
  navigator.locks.request("pbem", { ifAvailable: true }, (lock) => {
    if (!lock) return reject(new Error(t("otherTab")));
    resolve();
    return new Promise(() => undefined);
  });
});

async function serviceWorker() {
  if (!navigator.serviceWorker) return;
  try {
    await navigator.serviceWorker.register("sw.js", { updateViaCache: "none" });
    if (navigator.serviceWorker.controller) return;
    await Promise.race([new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true })), new Promise((resolve) => setTimeout(resolve, 3000))]);
  } catch (error) {
    console.warn(error);
  }
}

async function start() {
  worker = new Worker(new URL(about.program + "/worker.mjs", root), { type: "module" });
  worker.onmessage = heard;
  worker.onerror = (event) => say(t("failed", event.message));
  state.lasting = await lasting();
  await request("wake", { root, about, storage: state.lasting });
}

/* Whether this origin may keep files. */
async function lasting() {
  try {
    await navigator.storage.getDirectory();
  } catch {
    return false;
  }
  return true;
}

export async function greet() {
  const before = state.hello;
  state.hello = await ask("hello");
  await draw(state.hello);
  // The browser is asked not to clear what it keeps; some ask the player, and nobody waits for their answer.
  if (state.lasting && state.hello.state === "open") navigator.storage.persist?.();
  // What can be done with a file depends on whose home is open.
  if (state.looked && before.state === "locked" && state.hello.state === "open") await look(...state.looked);
}

// --- files -------------------------------------------------------------------------------------------------------------------

export async function look(blob, name) {
  const box = byId("verdict"), data = await blob.arrayBuffer();
  state.looked = [blob, name];
  box.hidden = false;
  box.className = "";
  box.replaceChildren(h("p", {}, t("checking", name)));
  const found = await ask("look", { name: name || "pasted.pbem", language: current() }, data);
  box.className = found.good ? "good" : "bad";
  box.replaceChildren(h("p", { class: "said" }, found.said), ...found.more.filter(Boolean).map((line) => h("p", { class: "note" }, line)),
    h("div", { class: "row" }, found.page ? h("button", { id: "replay", click: () => show(found.page, name) }, t("replay")) : null, ...doing(found, blob)));
}

/* An invitation or an acceptance is saved at once; how else it may leave is shown beside the games. */
export async function leave(made) {
  save(made);
  state.leaving = made;
  await greet();
  hand(byId("lobby"), made, current());
}

/* What can be done with a file besides looking at it. */
function doing(found, blob) {
  if (state.hello.state === "locked" || !found.good) return [];
  if (found.kind === "turn" && found.game) return [h("button", { class: "main", id: "take", click: () => attempt(() => table(found.game, blob)) }, t("take"))];
  const with_ = (name, then) => async () => attempt(async () => then(await ask(name, {}, await blob.arrayBuffer())));
  if (found.kind === "invitation") return [h("button", { class: "main", id: "join", click: signed(with_("join", leave)) }, t("join"))];
  if (found.kind === "acceptance" && state.hello.state === "open") return [h("button", { class: "main", id: "start", click: with_("start", async ({ game }) => { await greet(); if (game) await table(game); }) }, t("start"))];
  return [];
}

/* What another person reads is signed under a name: it is asked for here, where nobody has given one. */
const signed = (act) => () => {
  if (state.hello.named) return act();
  return byId("verdict").append(naming("brought", {}, says(current()), (given) => attempt(async () => { await named(given); await act(); })));
};

/* A replay page in a frame of its own: it may run its one script, and reaches nothing of this origin. */
function show(page, name) {
  const frame = h("iframe", { id: "frame", title: "pbem", sandbox: "allow-scripts allow-downloads" });
  frame.srcdoc = page;
  staged(frame, name);
}

/* The table of a game; a file given with it is looked at there, as if it had been dropped on it. */
export async function table(game, file = null) {
  const { ticket } = await ask("ticket", { game });
  brought = file && new File([file], file.name || "turn.pbem");
  staged(h("iframe", { id: "frame", title: "pbem", src: `${root}${about.program}/table.html#${ticket}`, allow: "clipboard-write; web-share" }), "");
}

/* One's own copy of a printed game, in the same frame. */
export async function printed(game) {
  const { ticket } = await ask("printed");
  await greet();
  staged(h("iframe", { id: "frame", title: "pbem", src: `${root}${about.program}/table.html#${ticket}~${game}` }), "");
}

function staged(frame, name) {
  byId("frame").replaceWith(frame);
  byId("stage-name").textContent = name;
  byId("stage").hidden = false;
}

let wish = 0;

/* Whatever goes wrong is one sentence on the page. While the program is on its way the last thing pressed waits for it. */
export async function attempt(act) {
  const mine = (wish += 1);
  say("");
  busy(true);
  try {
    if (!globalThis.ready) {
      await here;
      if (mine !== wish) return undefined;
      busy(true);
    }
    return await act();
  } catch (error) {
    console.error(error);
    say(error.message);
    return undefined;
  } finally {
    busy(false);
  }
}

/* A bar that only moves, while the program works on something that cannot be measured. */
function busy(on) {
  if (!globalThis.ready) return void (byId("soon").hidden = false);
  byId("loading").hidden = !on;
  if (!on) return byId("main").removeAttribute("aria-busy");
  byId("main").setAttribute("aria-busy", "true");
  byId("step").textContent = t("working");
  byId("progress").removeAttribute("value");
  return undefined;
}

/* Files that opened this page: by a double click on them, or shared by another app. */
async function arrived() {
  globalThis.launchQueue?.setConsumer(async ({ files }) => {
    for (const each of files) { const file = await each.getFile(); await attempt(() => look(file, file.name)); }
  });
  const cache = await caches.open("pbem-shared"), found = await cache.match("./shared-file");
  if (!found) return;
  await cache.delete("./shared-file");
  // Whoever shared it, or another site that posted a form: nothing is looked at before the person here says so.
  const box = byId("verdict"), name = decodeURIComponent(found.headers.get("X-Name")), data = await found.blob();
  box.hidden = false;
  box.className = "";
  box.replaceChildren(h("p", { class: "said" }, t("came", name)), h("div", { class: "row" },
    h("button", { class: "main", id: "came-look", click: () => attempt(() => look(data, name)) }, t("cameLook")),
    h("button", { id: "came-drop", click: () => { box.hidden = true; box.replaceChildren(); } }, t("cameDrop"))));
}

byId("language").addEventListener("change", (event) => { speak(event.target.value); if (state.hello) attempt(greet); else early(); });
byId("pick").addEventListener("click", () => byId("file").click());
byId("file").addEventListener("change", ({ target }) => { if (target.files.length) attempt(() => look(target.files[0], target.files[0].name)); });
byId("look").addEventListener("click", () => attempt(() => look(new Blob([byId("letters").value]), "")));
byId("leave").addEventListener("click", () => { byId("stage").hidden = true; const played = byId("frame").src; byId("frame").replaceWith(h("iframe", { id: "frame", title: "pbem" })); if (played) attempt(greet); });
for (const name of ["dragenter", "dragover"]) document.addEventListener(name, (event) => { event.preventDefault(); byId("drop").classList.add("over"); });
document.addEventListener("dragleave", () => byId("drop").classList.remove("over"));
document.addEventListener("drop", (event) => {
  event.preventDefault();
  byId("drop").classList.remove("over");
  const file = event.dataTransfer.files[0];
  if (file) attempt(() => look(file, file.name));
});
const fetchBrought = () => { const file = brought; brought = null; return file; };
globalThis.pbem = { carry, fetchBrought, state, module: import.meta.url };
begin().catch((error) => { console.error(error); byId("loading").hidden = true; say(error.message); });
