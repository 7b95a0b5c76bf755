"use strict";
// What the scripts of the replay page make of a reel: positions, jumps, links and notes, one JSON line a case.
const path = require("node:path");
const PAGE = path.join(__dirname, "../../pbem/view/page");
globalThis.PBEM = {};
for (const name of ["film", "notes"]) require(path.join(PAGE, name + ".js"));
const { Film, Notes, entryOf } = globalThis.PBEM;

/* The position after each number of entries, in the order asked for. */
function seek(each) {
  const film = new Film(each.reel);
  return each.counts.map((count) => {
    const state = film.at(count);
    return { piles: Object.fromEntries([...state.piles].sort()), heading: state.heading, panel: film.panel(state), signs: state.signs };
  });
}

function jumps(each) {
  const film = new Film(each.reel);
  return { jumps: film.jumps, chapter: each.at.map((entry) => film.chapter(entry)), to: each.to.map((args) => film.jump(...args)) };
}

const series = (each) => new Film(each.reel).series;
const search = (each) => new Film(each.reel).search(each.words);
const link = (each) => entryOf(each.hash, each.length);

class Store {
  constructor(full) { Object.assign(this, { full, kept: {} }); }
  getItem(key) { return this.kept[key] ?? null; }
  setItem(key, value) {
    if (this.full) throw new Error("full");
    this.kept[key] = value;
  }
}

function notes(each) {
  const store = new Store(each.full), made = new Notes(each.game || "ab", 10, store);
  for (const [entry, text] of each.set || []) made.set(entry, text);
  const said = each.read === undefined ? "" : made.read(each.read);
  return { said, all: made.all(), kept: made.kept, again: new Notes(each.game || "ab", 10, store).all(), file: made.write() };
}

function time(each) {
  const film = new Film(each.reel), times = [];
  for (let i = 0; i < 200; i++) {
    const begun = performance.now();
    film.at(Math.floor(Math.abs(Math.sin(i)) * film.length));
    times.push(performance.now() - begun);
  }
  return times.sort((a, b) => a - b)[180];
}

const KINDS = { seek, jumps, series, search, link, notes, time };

(async () => {
  let input = "";
  for await (const chunk of process.stdin.setEncoding("utf-8")) input += chunk;
  for (const each of JSON.parse(input)) console.log(JSON.stringify(KINDS[each.do](each) ?? null));
})();
