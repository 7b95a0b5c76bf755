/* Bookmarks and comments: kept by the browser for this game, and as a file for others. */
(function (root) {
"use strict";
const PBEM = root.PBEM = root.PBEM || {};
const MAX_NOTES = 1000, MAX_TEXT = 2000;

class Notes {
  /* `given`: a file of notes in the page itself; what the browser keeps goes before it. */
  constructor(game, length, store, given = "") {
    Object.assign(this, { game, length, store, list: new Map(), kept: true });
    if (given) this.read(given);
    try {
      const text = store.getItem(this.key());
      if (text !== null) this.read(text);
    } catch {
      this.kept = false;
    }
  }

  key() { return "pbem-notes-" + this.game; }

  has(entry) { return this.list.has(entry); }

  all() { return [...this.list].sort((a, b) => a[0] - b[0]).map(([entry, text]) => ({ entry, text })); }

  set(entry, text) {
    if (this.list.size >= MAX_NOTES && !this.list.has(entry)) return;
    this.list.set(entry, text.slice(0, MAX_TEXT).replace(/[\uD800-\uDBFF]$/, ""));
    this.keep();
  }

  drop(entry) {
    this.list.delete(entry);
    this.keep();
  }

  write() { return JSON.stringify({ "pbem-notes": 1, game: this.game, notes: this.all() }, null, 1) + "\n"; }

  /* Adds the notes of a file to those there are. Gives "" or the word for what is wrong with it; then nothing is added. */
  read(text) {
    let value;
    try {
      value = JSON.parse(text);
    } catch {
      return "badNotes";
    }
    const found = value && value["pbem-notes"] === 1 && Array.isArray(value.notes) ? value.notes : null;
    if (found === null || found.length > MAX_NOTES || !found.every((note) => this.sound(note))) return "badNotes";
    if (value.game !== this.game) return "otherGame";
    for (const { entry, text: said } of found) this.list.set(entry, said);
    return "";
  }

  sound(note) {
    return note !== null && typeof note === "object" && Number.isInteger(note.entry) && note.entry >= 0
      && note.entry < this.length && typeof note.text === "string" && note.text.length <= MAX_TEXT;
  }

  keep() {
    try {
      this.store.setItem(this.key(), this.write());
      this.kept = true;
    } catch {
      this.kept = false;
    }
  }
}

Object.assign(PBEM, { Notes });
})(globalThis);
