/* The player's own notes on entries of the game: a small window to write one, and all of them in a list. */
import { ask } from "./api.js";
import { h } from "./dom.js";
import { attempt, render, say, state } from "./state.js";
import { t, WORDS } from "./words.js";

Object.assign(WORDS.en, {
  notesTitle: "Notes and bookmarks", notesAbout: "They stay in your home and its backup; nothing that is sent holds one. B notes something on what is shown.", notesShow: "Show my notes", notesNone: "No notes yet.",
  noteOn: (n) => `Note on entry ${n}`, noteKeep: "Keep it", noteDrop: "Remove it", noteNot: "Close", noteKept: (n) => `Noted on entry ${n}.`, noteGone: "Removed.", noteFirst: "Nothing is signed yet: there is nothing to note something on.",
});
Object.assign(WORDS.es, {
  notesTitle: "Notas y marcas", notesAbout: "Se quedan en tu carpeta y en su copia de seguridad; nada de lo que se envía contiene ninguna. B anota algo sobre lo que se ve.", notesShow: "Mostrar mis notas", notesNone: "Aún no hay notas.",
  noteOn: (n) => `Nota sobre la entrada ${n}`, noteKeep: "Guardarla", noteDrop: "Quitarla", noteNot: "Cerrar", noteKept: (n) => `Anotado en la entrada ${n}.`, noteGone: "Quitada.", noteFirst: "Aún no hay nada firmado sobre lo que anotar algo.",
});
WORDS.en.helpLines.push(["B", "write a note on what is shown"]);
WORDS.es.helpLines.push(["B", "escribir una nota sobre lo que se ve"]);

let shown = null, of = "";

/* The button that opens the window, for a row that tells of an entry. */
export const pen = (entry) => h("button", { class: "small pen", type: "button", "data-note": entry, "aria-label": t("noteOn", entry), title: t("noteOn", entry), click: () => note(entry) }, "✎");

export const note = (entry) => attempt(async () => {
  const found = (await ask("notes")).notes.find((each) => each.entry === entry), before = document.activeElement;
  const text = h("textarea", { id: "note-text", maxlength: "2000", "aria-labelledby": "note-title" });
  text.value = found ? found.text : "";
  const keep = (said, given) => attempt(async () => {
    [shown, of] = [(await ask("note", { entry, ...given })).notes, state.position.game];
    box.close();
    render();
    say(said);
  });
  const box = h("dialog", { id: "note", class: "card", "aria-labelledby": "note-title", keydown: (event) => event.stopPropagation(), close: () => { box.remove(); if (before) before.focus({ preventScroll: true }); } },
    h("form", { submit: (event) => { event.preventDefault(); keep(t("noteKept", entry), { text: text.value }); } }, h("h3", { id: "note-title" }, t("noteOn", entry)), text,
      h("div", { class: "row" }, h("button", { class: "main", id: "note-keep" }, t("noteKeep")),
        found ? h("button", { type: "button", id: "note-drop", click: () => keep(t("noteGone"), {}) }, t("noteDrop")) : null,
        h("button", { type: "button", id: "note-not", click: () => box.close() }, t("noteNot")))));
  document.body.append(box);
  box.showModal();
  text.focus();
});

/* The step of a film that is in the log, else the last signed entry. */
function here() {
  const { came, step, position } = state;
  return came && came.kept && step ? step.entry : position.entries - 1;
}

document.addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() !== "b" || event.ctrlKey || event.metaKey || event.altKey || !state.position) return;
  if (document.body.classList.contains("waiting") || event.target.closest("input, select, textarea")) return;
  event.preventDefault();
  if (here() < 0) say(t("noteFirst"));
  else note(here());
});

/* All of them, asked for. */
export function noted() {
  const mine = of === state.position.game ? shown : null;
  const rows = mine && mine.map(({ entry, text }) => h("li", {}, h("span", { class: "note" }, `${entry} `), pen(entry), h("p", { class: "written" }, text)));
  return [h("h3", {}, t("notesTitle")), h("p", { class: "note" }, t("notesAbout")), rows === null ? h("div", { class: "row" }, h("button", { id: "notes", type: "button", click: () => attempt(async () => { [shown, of] = [(await ask("notes")).notes, state.position.game]; render(); }) }, t("notesShow")))
    : rows.length ? h("ol", { class: "draft", id: "notes-rows" }, rows) : h("p", { class: "note" }, t("notesNone"))];
}
