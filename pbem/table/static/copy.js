/* One's own copy of a printed game, cell by cell: forms on the left, the rows of one of them as a grid, and what is asked of it.
   Every cell is kept by the server as soon as it is typed. */
import { ask, picture, upload } from "./api.js";
import { painter } from "./copy_map.js";
import { charts, pictures } from "./copy_pictures.js";
import { says } from "./copy_words.js";
import { byId, download, h } from "./dom.js";
import { ELSEWHERE, attempt, say } from "./state.js";
import { current } from "./words.js";

/* In a browser alone every change is written with the whole home: pictures would be too much for it. */
const WITHIN = document.documentElement.classList.contains("within");
const LEAST = 5, WIDEST = 34, ARROW = 3;
let turns = 0, game = "", about = null, page = null, leave = null, told = null, map = null, own = null, beside = ["", []];
const t = (...given) => says(current())(...given);

/* Shows the copy of a game; `back` leads to where one came from. */
export async function open(name, back) {
  [game, leave, page, told, own, beside] = [name, back, null, null, null, ["", []]];
  about = await asked("copy");
  const lie = await charts(name);
  if (game !== name) throw ELSEWHERE;
  beside = ["", lie];
  const first = about.forms.find(({ left }) => left) || about.forms[0];
  await turn(first.id);
}

/* Whether it is shown; the page anew, in the language of now. */
export const copying = () => game !== "";
export const again = async () => {
  about = { ...about, ...await asked("copy") };
  if (own) return album();
  return turn(page.form, { from: page.from });
};
export const close = () => { [game, turns] = ["", turns + 1]; };

/* What the server answers about this copy, while it is still this one. */
async function asked(name, given = {}) {
  const of = game, found = await ask(name, { game, ...given });
  if (of !== game) throw ELSEWHERE;
  return found;
}

/* Whoever turns on before a page has come gets the page that they turned to last. */
const newest = () => { const mine = (turns += 1); return () => { if (mine !== turns) throw ELSEWHERE; }; };

async function album() {
  const still = newest(), found = await pictures(game, counted);
  still();
  own = found;
  draw();
}

async function turn(form, where = {}) {
  const still = newest(), lie = own ? await charts(game) : beside[1];
  still();
  const found = await asked("copy-page", { form, ...where }), painted = where.map ? await asked("copy-map", { form }) : null;
  still();
  [page, own, beside] = [found, null, [beside[0], lie]];
  map = painted && painter(painted, t, (cells) => attempt(() => typed(cells)));
  draw();
  if (where.at) cell(where.at)?.focus();
}

const cell = (at) => [...document.querySelectorAll("#copy td input")].find((box) => box.dataset.at === at);

function draw() {
  document.title = `${t("title", about.title)} · pbem`;
  byId("title").textContent = "pbem";
  const { rows, columns, from, of } = page, wide = new Map(columns.map((name) => [name, width(rows, name)])), done = about.facts - about.left;
  byId("gate").replaceChildren(h("section", { id: "copy", "aria-labelledby": "copy-title" },
    h("header", {}, leave ? h("button", { type: "button", id: "copy-back", click: () => { close(); attempt(leave); } }, t("back")) : null, h("h2", { id: "copy-title" }, t("title", about.title)),
      h("progress", { max: about.facts, value: done, "aria-label": t("left", about.left, about.facts) }), h("span", { id: "copy-left" }, about.left ? t("left", about.left, about.facts) : t("all"))),
    h("p", { class: "note" }, t("about")), h("p", { class: "note" }, t("keys")),
    h("div", { class: "row", id: "copy-does" }, does("undo", undo, !about.undo), does("next", next), does("check", check), does("look", look), does("save", saving), does("compare", comparing), WITHIN ? null : does("pictures", () => (own ? turn(page.form, { from: page.from }) : album()))),
    h("div", { id: "copy-told", role: "status" }, told),
    own || h("div", { class: "halves" },
      h("nav", { "aria-label": t("forms") }, h("ul", {}, about.forms.map((form) => h("li", {}, h("button", { type: "button", "data-form": form.id, "aria-current": form.id === page.form ? "true" : null, click: () => attempt(() => turn(form.id)) },
        h("span", {}, form.title), h("small", {}, form.left ? `${form.facts - form.left}/${form.facts}` : "✓", form.unsure ? ` ?${form.unsure}` : "")))))),
      h("div", { id: "copy-grid" }, h("h3", {}, page.title),
        map ? null : h("div", { class: "row" }, h("button", { type: "button", id: "copy-before", disabled: from === 0, click: () => attempt(() => turn(page.form, { from: Math.max(0, from - rows.length) })) }, t("before")), h("span", {}, t("rows", from + 1, from + rows.length, of)),
          h("button", { type: "button", id: "copy-after", disabled: from + rows.length >= of, click: () => attempt(() => turn(page.form, { from: from + rows.length })) }, t("after"))),
        page.map ? h("div", { class: "row" }, h("button", { type: "button", id: "copy-as-map", "aria-pressed": String(map !== null), click: () => attempt(() => turn(page.form, { from: page.from, map: !map })) }, t("asMap"))) : null,
        beside[1].length ? besides() : null,
        h("p", { id: "copy-wrong", role: "alert" }), map ? map.made : [
        h("div", { class: "scroll", tabindex: "0", "aria-label": page.title, role: "region" }, h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("row")), columns.map((name) => h("th", { scope: "col" }, name || t("value"))))),
          h("tbody", {}, rows.map((row, y) => h("tr", {}, h("th", { scope: "row" }, row.name), columns.map((name, x) => h("td", {}, row.cells[name] ? box(row.cells[name], `${row.name}, ${name || t("value")}`, [x, y], wide.get(name)) : null))))))),
        page.lists.length ? more() : null, words()]))));
}

/* A chart or map of one's own beside the form. */
function besides() {
  const list = h("select", { id: "copy-beside", change: () => { beside[0] = list.value; show_beside(); } }, h("option", { value: "" }, t("besideNone")), beside[1].map(([name, sha]) => h("option", { value: sha, selected: sha === beside[0] }, name)));
  const frame = h("div", { id: "copy-beside-picture", class: "scroll", tabindex: "0", role: "region", "aria-label": t("beside"), hidden: true });
  const show_beside = () => attempt(async () => {
    frame.hidden = !beside[0];
    frame.replaceChildren(...(beside[0] ? [h("img", { alt: "", src: await picture(game, beside[0]) })] : []));
  });
  if (beside[0]) show_beside();
  return [h("div", { class: "row" }, h("label", { for: "copy-beside" }, t("beside")), list), frame];
}

/* Letters that a column has room for: its longest cell, within reason. */
const width = (rows, name) => Math.min(WIDEST, Math.max(LEAST, ...rows.map(({ cells }) => (cells[name] ? Math.max(cells[name].ours.length, (cells[name].text || "").length) + (cells[name].words ? ARROW : 0) : 0))));

const does = (word, act, off) => h("button", { type: "button", id: `copy-${word}`, disabled: off || null, click: () => attempt(act) }, t(word));

function box(found, name, [x, y], size) {
  const made = h("input", { "aria-label": `${name} (${t("states")[found.state]})`, "data-at": found.at, "data-x": x, "data-y": y, title: t("ours", found.ours, found.source), placeholder: found.ours, autocomplete: "off", spellcheck: "false", maxlength: "400", size, list: found.words ? listed(found.words) : null,
    keydown: (event) => keyed(event, made, found), paste: (event) => pasted(event, made), change: () => { if (made.value !== made.dataset.kept) attempt(() => typed([[found.at, made.value.trim() ? made.value : null]])); } });
  show(made, found);
  return made;
}

function show(made, found) {
  made.className = `state-${found.state.replace(" ", "-")}`;
  made.value = found.text === undefined ? "" : found.text + (found.state === "unsure" ? " ?" : "");
  made.dataset.kept = made.value;
  made.removeAttribute("aria-invalid");
}

/* The words that a column knows, each list once. */
const lists = new Map();
function listed(found) {
  const key = found.join("\n");
  if (!lists.has(key)) lists.set(key, `copy-words-${lists.size}`);
  return lists.get(key);
}
const words = () => [...lists].map(([key, id]) => h("datalist", { id }, key.split("\n").map((value) => h("option", { value }))));

const next_to = (made, dx, dy) => document.querySelector(`#copy td input[data-x="${Number(made.dataset.x) + dx}"][data-y="${Number(made.dataset.y) + dy}"]`);

function keyed(event, made, found) {
  const step = { ArrowDown: 1, ArrowUp: -1, Enter: 1 }[event.key];
  if (event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey) && made.value === made.dataset.kept) {
    event.preventDefault();
    if (about.undo) attempt(undo);
  } else if (step && !event.altKey) {
    event.preventDefault();
    // Left alone, it stays ours; Enter says that it is as printed.
    const enter = event.key === "Enter", as_printed = enter && made.className === "state-ours" && !made.value.trim(), text = as_printed ? found.ours : made.value.trim();
    const goes = () => { (next_to(made, 0, step) || byId(step > 0 ? "copy-after" : "copy-before")).focus(); };
    if (as_printed || (enter && text && text !== made.dataset.kept)) attempt(async () => { if (await typed([[found.at, text]])) goes(); });
    else goes();
  }
}

/* Keeps cells; gives whether all of them could be. What cannot be typed is said at once, and nothing of it is kept. */
async function typed(cells) {
  const answer = await asked("copy-type", { cells });
  const [first] = answer.wrong;
  byId("copy-wrong").textContent = first ? first.why : "";
  for (const { at } of answer.wrong) cell(at)?.setAttribute("aria-invalid", "true");
  if (first) return cell(first.at)?.focus(), false;
  for (const [at, found] of Object.entries(answer.cells)) {
    map?.set(at, { text: found.ours, ...found });
    const made = cell(at);
    if (made) show(made, found);
  }
  counted(answer);
  return true;
}

/* The numbers of forms and of the whole, without drawing the grid anew: the focus stays where it is. */
function counted(answer) {
  about = { ...about, ...answer };
  byId("copy-left").textContent = about.left ? t("left", about.left, about.facts) : t("all");
  document.querySelector("#copy progress").value = about.facts - about.left;
  byId("copy-undo").disabled = !about.undo;
  for (const form of about.forms) {
    const small = document.querySelector(`#copy nav [data-form="${form.id}"] small`);
    if (small) small.textContent = (form.left ? `${form.facts - form.left}/${form.facts}` : "✓") + (form.unsure ? ` ?${form.unsure}` : "");
  }
}

/* A block of a spreadsheet: rows by lines, columns by tabs, from the cell that has the focus on. */
function pasted(event, made) {
  const text = event.clipboardData.getData("text/plain").replace(/\r/g, "").replace(/\n$/, "");
  if (!/[\t\n]/.test(text)) return;
  event.preventDefault();
  const cells = text.split("\n").flatMap((line, dy) => line.split("\t").map((value, dx) => [next_to(made, dx, dy), value])).filter(([, value]) => value.trim());
  if (cells.some(([place]) => !place)) {
    byId("copy-wrong").textContent = t("pasteOver");
    return;
  }
  attempt(async () => { if (await typed(cells.map(([place, value]) => [place.dataset.at, value]))) say(t("pasted", cells.length)); });
}

async function undo() {
  const answer = await asked("copy-undo");
  about = { ...about, ...answer };
  const shown = map !== null && [page.form, undefined].includes(answer.form);
  await turn(answer.form || page.form, { ...(answer.at && !shown ? { at: answer.at } : { from: page.from }), map: shown });
  say(t("undone", answer.n));
}

async function next() {
  const at = document.querySelector("#copy td input:focus")?.dataset.at || "";
  const found = await asked("copy-next", { form: page.form, at });
  if (found.at) await turn(found.form, { at: found.at });
  else say(t("none"));
}

/* One that ours has not: in a list it is printed, elsewhere it has a word of its own. */
function more() {
  const made = h("input", { id: "copy-more", autocomplete: "off" }), word = h("input", { id: "copy-more-word", autocomplete: "off", size: 10, "aria-label": t("value") });
  const worded = () => page.lists.find(([name]) => name === list.value)[1], list = h("select", { "aria-label": t("list"), change: () => { word.hidden = !worded(); } }, page.lists.map(([name]) => h("option", { value: name }, name)));
  word.hidden = !worded();
  return h("form", { class: "row", submit: (event) => {
    event.preventDefault();
    const at = `${list.value}/${made.value.trim().toUpperCase()}`;
    attempt(async () => { if (await typed([[at, worded() ? word.value : "yes"]])) await turn(page.form, { at }); });
  } }, page.lists.length > 1 ? list : null, h("label", { for: "copy-more" }, t("more")), made, word, h("button", {}, t("add")));
}

// --- looking again -----------------------------------------------------------------------------------------------------------

function tell(...parts) {
  told = h("section", { class: "told" }, ...parts, h("button", { type: "button", class: "small", id: "copy-close", click: () => { told = null; byId("copy-told").replaceChildren(); } }, t("close")));
  byId("copy-told").replaceChildren(told);
}

async function check() {
  const { faults, warnings } = await asked("copy-check");
  const lines = (found) => h("ul", {}, found.map(({ text, hint, at, form }) => h("li", {}, text, hint ? ` ${hint}` : "", at && form ? [" ", h("button", { type: "button", class: "small", "data-fault": at, click: () => attempt(() => turn(form, { at })) }, t("go"))] : null)));
  tell(faults.length ? h("h3", {}, t("faults", faults.length)) : h("p", {}, t("sound")), faults.length ? lines(faults) : null, warnings.length ? [h("h3", {}, t("warnings")), lines(warnings)] : null);
}

async function look() {
  const { cells } = await asked("copy-look");
  if (!cells.length) return say(t("lookNone"));
  const boxes = cells.map(({ at, title, row, column }, n) => [at, h("input", { id: `copy-look-${n}`, autocomplete: "off" }), `${title}: ${[row, column].filter(Boolean).join(", ")}`]);
  tell(h("p", {}, t("lookAbout", cells.length)), h("form", { id: "copy-looking", submit: (event) => {
    event.preventDefault();
    attempt(async () => {
      const found = await asked("copy-told", { cells: boxes.map(([at, made]) => [at, made.value]) });
      tell(h("p", {}, found.wrong.length ? t("lookBad", found.wrong.length, found.n, found.most) : t("lookGood", found.n, found.most)), h("ul", {}, found.wrong.map(({ at, typed: before, again: now }) => h("li", {}, t("differs", at, before, now)))));
    });
  } }, boxes.map(([, made, name]) => h("div", {}, h("label", { for: made.id }, name), made)), h("button", { class: "main" }, t("lookDone"))));
  boxes[0][1].focus();
}

function saving() {
  const name = h("input", { id: "copy-name", value: "my-copy", required: true, maxlength: "32" }), by = h("input", { id: "copy-by", value: about.by, maxlength: "120" }), source = h("input", { id: "copy-source", maxlength: "120" });
  tell(h("form", { submit: (event) => {
    event.preventDefault();
    attempt(async () => {
      const found = await asked("copy-save", { name: name.value, by: by.value, source: source.value });
      tell(h("p", { id: "copy-saved" }, t("saved", found.name, found.code)), h("div", { class: "row" }, h("button", { type: "button", id: "copy-file", click: () => download(found.file, found.as) }, t("file"))), found.warnings.length ? h("ul", {}, found.warnings.map((each) => h("li", {}, each))) : null);
    });
  } }, [["name", name], ["by", by], ["source", source]].map(([word, made]) => h("div", {}, h("label", { for: made.id }, t(word)), made)), h("button", { class: "main", id: "copy-keep" }, t("save"))));
  name.focus();
}

/* With another owner, by digests: neither shows a number. */
function comparing() {
  const file = h("input", { type: "file", id: "copy-theirs", change: () => attempt(async () => {
    const found = await upload(file.files[0], game, "copy-compare");
    tell(h("p", { id: "copy-compared" }, found.forms.length ? t("unlike", found.forms.length) : t("alike")), found.forms.map((form) => h("details", {}, h("summary", {}, t("rowsDiffer", form.title, form.rows, form.of)), h("ul", {}, form.first.map(([block, at]) => h("li", {}, block, " ", at ? h("button", { type: "button", class: "small", "data-fault": at, click: () => attempt(() => turn(form.id, { at })) }, t("go")) : null))))));
  }) });
  tell(h("p", {}, t("compareAbout")), h("div", { class: "row" }, h("button", { type: "button", id: "copy-digests", click: () => attempt(async () => { const made = await asked("copy-digests"); download(made.file, made.name); }) }, t("digests"))), h("div", { class: "row" }, h("label", { for: "copy-theirs" }, t("theirs")), file));
}

document.addEventListener("keydown", (event) => {
  if (copying() && event.key.toLowerCase() === "z" && !event.altKey && !event.target.closest("input, textarea, select") && about.undo) attempt(undo);
});
