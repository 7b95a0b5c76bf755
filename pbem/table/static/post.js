/* Turns out and in: sealing and sending, and the incoming turn played back before it is taken in. */
import { ask, upload } from "./api.js";
import { download, h } from "./dom.js";
import { fall, film, hide } from "./fall.js";
import { handed } from "./hand.js";
import { asking } from "./news.js";
import { capital, decided, outcomes } from "./pieces.js";
import { attempt, lay, mark, panel, render, rule, say, state, take } from "./state.js";
import { open } from "./tabs.js";
import { begin } from "./unit.js";
import { t } from "./words.js";

const typed = {};
let playing = 0;

export function openTake() {
  Object.assign(state, { sent: null, taking: true });
  open("mail");
  const first = document.querySelector("#panel-mail button");
  if (first) first.focus();
}

panel("mail", (section) => {
  if (state.came) section.replaceChildren(...incoming());
  else if (state.taking) section.replaceChildren(...choosing());
  else if (state.sent) section.replaceChildren(...gone(state.sent));
  else section.replaceChildren(h("div", { class: "row" }, h("button", { class: "main", click: openTake }, t("takeIn")), asking(render)), state.position.step === "decide" && state.position.orders ? leaving(state.position) : "");
});

// --- out -------------------------------------------------------------------------------------------------------------

/* The turn before it leaves: what is in it, and the one button that seals and sends it. */
export function outbox(position) {
  if (state.sent && position.step === "again") return [];
  const shown = position.draft.filter((each) => each.order);
  setTimeout(() => { const list = document.querySelector("#outbox ol"); if (list) list.scrollTop = list.scrollHeight; });
  return [position.step === "again" ? null : h("section", { id: "outbox" }, h("p", {}, h("b", {}, t("sendNow"))),
    shown.length ? h("ol", { class: "draft", tabindex: "0", "aria-label": t("sendNow") }, shown.map((each) => h("li", { class: "own" }, each.obj ? decided(each.obj) : sealed(each.order, position.secrets)))) : h("p", { class: "note" }, t("nothingOwn"))),
  leaving(position)].filter(Boolean);
}

/* A sealed order, with what its own player knows of it. */
function sealed(order, secrets) {
  const found = secrets.find(({ at }) => order === `sealed: ${at}`);
  return found ? `${capital(t("sealed"))}: ${found.values.map((value) => t("modes." + value) || value).join(", ")}` : order;
}

/* How it leaves, as it did the last time, folded away unless something is missing; below it the button. */
function leaving(position) {
  const { mail, due, step } = position, early = step === "decide";
  const word = step === "again" ? "sendAgain" : due.mine && due.what === "roll" ? "rollSend" : "seal";
  const press = h("button", { class: step === "again" || early ? "" : "main", id: "send" }, t(word));
  if (mail.practice) return h("form", { class: "leaving", submit: (event) => { event.preventDefault(); send({ way: "file" }); } }, press, h("p", { class: "note" }, t("practice")));
  const way = h("select", { id: "way" }, mail.ways.map((name) => h("option", { value: name, selected: name === (typed.way || mail.way) }, t("ways." + name))));
  const to = h("input", { type: "email", id: "to", value: typed.to || mail.to, autocomplete: "off" });
  const from = h("input", { type: "email", id: "from", value: typed.from || mail.from, autocomplete: "off" });
  const partial = h("input", { type: "checkbox", id: "partial" });
  const both = h("div", {}, h("div", { class: "field" }, h("label", { for: "to" }, t("to")), to), h("div", { class: "field" }, h("label", { for: "from" }, t("from")), from));
  const told = h("summary", {}), plain = () => ["file", "text"].includes(way.value);
  const details = h("details", { id: "leaves" }, told, h("div", { class: "field" }, h("label", { for: "way" }, t("way")), way), both,
    early ? h("label", { class: "tick" }, partial, t("partial")) : null);
  const choose = () => {
    Object.assign(typed, { way: way.value, to: to.value, from: from.value });
    both.hidden = plain();
    told.textContent = `${t("leaves")}: ${t("ways." + way.value)}`;
    if (early || (!plain() && !(to.value && from.value))) details.open = true;
  };
  for (const each of [way, to, from]) each.addEventListener("change", choose);
  choose();
  return h("form", { class: "leaving", submit: (event) => {
    event.preventDefault();
    choose();
    send({ ...typed, partial: partial.checked });
  } }, press, details, step === "again" ? null : h("p", { class: "note" }, t("reallyGone")));
}

const send = (how) => attempt(async () => {
  const { sent, position } = await ask("send", how).catch(async (error) => {
    // What was signed is signed, though the mail did not leave: the page has to know.
    if (error.status === 409) await take(await ask("position"));
    throw error;
  });
  // The answer is played back first; the head tells how things stand when that is over.
  const fell = sent.answered ? sent.answered.fell : [];
  if (sent.answered && sent.answered.steps) return shown({ ...sent.answered, says: sent.said.slice(1) });
  state.sent = sent.out ? sent : null;
  await take(position);
  if (sent.out) open("mail");
  if (sent.out && sent.out.file) download(sent.out.file, sent.out.name);
  if (!fell.length) say(sent.out ? t("signed", sent.out.n, sent.out.first, sent.out.last, sent.out.again) : sent.answered ? sent.said.join(" ") : sent.said.at(-1));
  await begin();
  return fall(fell);
});

function letters(text) {
  const box = h("textarea", { readonly: true, id: "letters", "aria-label": t("pasteThis") });
  box.value = text;
  return [h("p", {}, t("pasteThis")), box, h("button", { click: async () => { box.select(); await navigator.clipboard.writeText(text); say(t("copied")); } }, t("copy"))];
}

/* The turn to another app of this device, where it takes the file or its letters; and a mail with its subject begun. */
function handedOn(out) {
  if (!out.subject) return [];
  const { share, mailto } = handed(out, state.position.mail.to || "", t(out.file ? "attachThis" : "pasteHere", out.name));
  return [h("div", { class: "row" }, share ? h("button", { id: "share", click: () => attempt(share) }, t("share")) : null, h("a", { id: "mailto", href: mailto, target: "_top" }, t("mailto")))];
}

function gone({ out, said }) {
  const parts = [h("h3", {}, t("mailTitle"))];
  if (out) {
    parts.push(h("p", { class: "said" }, t("signed", out.n, out.first, out.last, out.again)), ...(out.said || []).map((line) => h("p", {}, line)));
    if (out.file) parts.push(h("p", {}, t("saved", out.name)), h("button", { click: () => download(out.file, out.name) }, out.name));
    else if (out.text) parts.push(...letters(out.text));
    parts.push(...handedOn(out));
    parts.push(h("p", { class: "note" }, out.summary));
  }
  parts.push(...said.map((line) => h("p", { class: "note" }, line)), h("div", { class: "row" }, h("button", { click: () => { state.sent = null; render(); } }, t("close"))));
  return parts;
}

// --- in --------------------------------------------------------------------------------------------------------------

function choosing() {
  const file = h("input", { type: "file", hidden: true, id: "file", change: () => { if (file.files.length) came(file.files[0], file.files[0].name); } });
  const letters = h("textarea", { id: "paste", "aria-label": t("paste"), spellcheck: "false" });
  return [h("h3", {}, t("inTitle")), h("p", { class: "note" }, t("inAbout")),
    h("div", { class: "row" }, h("button", { class: "main", click: () => file.click() }, t("choose")), file, h("button", { click: fetchMail }, t("fetch"))),
    h("div", { class: "field" }, h("label", { for: "paste" }, t("paste")), letters),
    h("div", { class: "row" }, h("button", { click: () => { if (letters.value.trim()) came(new Blob([letters.value]), ""); } }, t("look")), h("button", { click: () => { state.taking = false; render(); } }, t("close")))];
}

/* A file that was chosen or dropped, or pasted letters: a paper shows its verdict, a turn is played back. */
export const came = (data, name) => attempt(async () => {
  const found = await upload(data, name);
  if (!found.paper) return shown(found);
  Object.assign(state, { paper: found.paper, taking: false });
  return open("game");
});
const fetchMail = () => attempt(async () => {
  say(t("working"));
  const found = await ask("fetch");
  await shown(found);
  if (!found.steps) say(t("inMany", found.steps, found.mails));
});

export async function shown(found) {
  Object.assign(state, { came: found, step: null, units: [], card: null, choice: null });
  document.body.classList.add("playback");
  if (found.steps) await go(0);
  open(onMap() ? "turn" : "mail");
  attendFilm();
}

/* What is in the log already, and needs no word of the player, is told on the map and not among the mail. */
const onMap = () => state.came.kept && state.came.steps > 0 && !state.came.notes.length;
const attendFilm = () => document.querySelector("#film-on:not(:disabled), #accept, #leave")?.focus({ preventScroll: true });

async function go(n) {
  state.step = await ask("step", { n });
  await lay(state.step);
  const places = state.step.outcomes.flatMap((each) => each.hexes);
  mark();
  if (onMap()) return onTheMap();
  if (places.length) state.map.see(places, 0.45);
  if (state.step.fell.length) return fall(state.step.fell);
  hide();
  return say(state.step.outcomes.map((each) => each.text).join(" ").slice(0, 400));
}

/* A step where it happened; one's own rolls stand before the first of them. */
function onTheMap() {
  const { came: found, step: now } = state, fell = [...(now.n ? [] : found.fell), ...now.fell].flatMap((each) => each.outcomes);
  film([...fell, ...(now.fell.length ? [] : now.outcomes)], [h("b", {}, t(found.rolled || now.fell.length ? "rolled" : "meanwhile")), h("span", { class: "note" }, t("inStep", now.n + 1, found.steps))], [...reel(found, now),
    h("button", { id: "leave", class: now.n + 1 === found.steps ? "main" : "", click: leave }, t(now.n + 1 === found.steps ? "goOn" : "skipFilm"))], now.n + 1 === found.over ? found.says : []);
}

const reel = (found, now) => [
  h("button", { id: "film-back", click: () => step(Math.max(0, now.n - 1)), disabled: now.n === 0 }, t("before")),
  h("button", { id: "film-play", click: play }, t(playing ? "pause" : "play")),
  h("button", { id: "film-on", click: () => step(Math.min(found.steps - 1, now.n + 1)), disabled: now.n + 1 === found.steps }, t("after")),
];

const step = (n) => attempt(async () => {
  await go(n);
  render();
  // At either end of the film the button that was pressed sleeps: the next thing to press is what closes it.
  if (document.activeElement === document.body || document.activeElement.disabled || !document.activeElement.isConnected) attendFilm();
});

function play() {
  clearInterval(playing);
  if (playing) {
    playing = 0;
    return onMap() ? onTheMap() : render();
  }
  playing = setInterval(() => {
    if (!state.came || state.step.n + 1 >= state.came.steps) return play();
    return step(state.step.n + 1);
  }, 1600);
  return onMap() ? onTheMap() : render();
}

function incoming() {
  const { came: found, step: now } = state;
  const parts = [h("h3", {}, t(found.kept ? "meanwhile" : "inTitle")), h("p", { class: "said" }, h("b", {}, found.kept ? t("inKept") : found.refused ? t("inBad") : found.joins ? t("inWait") : "")),
    h("ul", { class: "notes" }, found.notes.map((note) => h("li", { class: note.kind }, note.text, note.hint && !note.hint.startsWith("pbem") && !note.hint.includes("`pbem") ? h("span", { class: "note" }, ` ${note.hint}`) : null)))];
  if (onMap()) return parts.slice(0, 1);
  if (found.steps && now) {
    const last = found.steps - 1;
    parts.push(h("section", { class: "card" }, h("h3", {}, t("playback")), h("div", { class: "film" },
      h("input", { type: "range", id: "film", min: 0, max: last, value: now.n, "aria-label": t("playback"), change: (event) => step(Number(event.target.value)) }),
      ...reel(found, now),
      h("span", { class: "note" }, t("inStep", now.n + 1, found.steps))), outcomes(now.outcomes, { rule })));
  }
  parts.push(h("div", { class: "row" }, found.joins ? h("button", { class: found.refused ? "" : "main", id: "accept", click: accept }, t(found.refused ? "close" : "accept")) : null,
    found.refused ? h("button", { class: "grave", id: "refuse", click: refuse }, t("dispute")) : null,
    found.joins && found.refused ? null : h("button", { id: "leave", click: leave }, t(found.joins ? "leave" : "close"))));
  return parts;
}

async function done(position) {
  hide();
  clearInterval(playing);
  playing = 0;
  Object.assign(state, { came: null, step: null, taking: false });
  document.body.classList.remove("playback");
  await take(position);
}

const accept = () => attempt(async () => {
  const { came: found, position } = await ask("accept");
  await done(position);
  say(found.notes.map((note) => note.text).join(" "));
  open(position.step === "decide" ? "turn" : "mail");
  await begin();
});
const leave = () => attempt(async () => {
  const position = await ask("drop");
  await done(position);
  if (position.step === "decide") open("orders");
  await begin();
});
document.addEventListener("keydown", (event) => { if (event.key === "Escape" && state.came && onMap()) leave(); });
const refuse = () => attempt(async () => {
  await ask("accept");
  const { position } = await ask("refuse");
  await done(position);
  say(t("disputeAsk"));
  await begin();
});
