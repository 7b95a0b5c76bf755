/* The page itself: its words, and moving through the game. */
(function (root) {
"use strict";
const PBEM = root.PBEM;
const { $, make } = PBEM;

const TABS = ["events", "position", "charts", "notes", "proof", "help"];

/* What it tells, shows in panels, proves and does at a touch is in the files of these parts. */
class Page extends PBEM.unitary(PBEM.told(PBEM.panels(PBEM.proving(PBEM.hands(Object))))) {
  constructor(data) {
    super();
    this.data = data;
    this.film = new PBEM.Film(data.reel);
    this.count = null;
    this.chapter = "";
    this.found = null;
    this.timer = 0;
    this.proof = null;
    let store = null;
    try { store = root.localStorage; } catch { /* a browser may refuse */ }
    this.store = store;
    this.notes = new PBEM.Notes(data.game, this.film.length, store, data.notes);
    this.luck = data.luck && data.luck.rolls.length ? new PBEM.Luck(this.film, data.luck, (count) => this.go(count)) : null;
    this.language = data.language || this.kept("pbem-language") || (/^es/i.test(navigator.language) ? "es" : "en");
    this.unit = null;
    this.table = new PBEM.Table(this.film, { canvas: $("counters"), signs: $("signs"), frame: $("window") }, data.style);
    const board = $("board");
    this.stage = new PBEM.Stage($("window"), $("plane"), Number(board.getAttribute("width")), Number(board.getAttribute("height")));
    Object.assign(this.table, { stage: this.stage, lettering: new PBEM.Names(board) });
    this.stage.placed = () => this.table.wish();
    this.speak();
    this.listen();
    this.watch();
    this.begin();
    const linked = PBEM.entryOf(location.hash, this.film.length);
    this.go(linked === null ? 0 : linked + 1);
    this.check();
  }

  /* The first sight of the map: where things will happen, large enough to be read. */
  begin() {
    const points = [];
    for (let entry = 0; entry < this.film.length && points.length < 120; entry++) {
      for (const arrow of this.film.arrows(entry)) points.push(arrow.points.slice(-2));
    }
    this.stage.fit();
    if (!points.length) return;
    const middle = [0, 1].map((axis) => points.map((point) => point[axis]).sort((a, b) => a - b)[points.length >> 1]);
    this.stage.see([middle], 0.5);
    this.stage.fill();
  }

  kept(key) { try { return this.store.getItem(key); } catch { return null; } }

  keep(key, value) { try { this.store.setItem(key, value); } catch { /* then it is not kept */ } }

  get words() { return PBEM.words[this.language]; }

  // --- words ------------------------------------------------------------------------------------------------------------

  speak() {
    const w = this.words;
    document.documentElement.lang = this.language;
    this.film.foreign = this.language === this.film.reel.other.code;
    $("language").value = this.language;
    $("mode").setAttribute("aria-label", w.look);
    $("mode").replaceChildren(...Object.entries(w.modes).map(([value, text]) => make("option", { value, selected: value === this.table.mode }, text)));
    $("players").textContent = this.data.players.map(({ name, side }) => `${name} (${side})`).join(" – ") + " · " + this.data.scenario;
    for (const each of document.querySelectorAll("[data-word]")) each.textContent = w[each.dataset.word];
    for (const each of document.querySelectorAll("[data-label]")) this.name(each, w[each.dataset.label]);
    $("slider").setAttribute("aria-label", w.slider);
    $("search").setAttribute("aria-label", w.search);
    $("filter").setAttribute("aria-label", w.filter);
    $("filter").placeholder = w.filter;
    $("export").textContent = w.exportNotes;
    $("import").textContent = w.importNotes;
    for (const group of document.querySelectorAll("[data-jump]")) this.jumper(group);
    $("tabs").replaceChildren(...TABS.map((name) => make("button", {
      role: "tab", id: "tab-" + name, "aria-controls": "panel-" + name, onclick: () => this.tab(name),
    }, w[name])));
    for (const name of TABS) $("panel-" + name).setAttribute("aria-labelledby", "tab-" + name);
    this.tab(this.open || "events");
    this.drawCharts();
    this.showHelp();
    this.showNotes();
    this.playing(this.timer !== 0);
    this.showProof();
    this.chapter = "";
    this.grounds();
    if (this.count === null) return;
    this.table.combat = this.combat(this.count - 1);
    this.table.wish();
    this.tell(false);
  }

  /* The tooltips of places end with what the ground is. */
  grounds() {
    for (const each of document.querySelectorAll(".cells title")) {
      each.plain ??= each.textContent;
      const words = each.plain.split(", ");
      each.textContent = [...words.slice(0, -1), this.film.said(words.at(-1))].join(", ");
    }
  }

  name(button, text) {
    button.setAttribute("aria-label", text);
    button.title = text;
  }

  jumper(group) {
    const kind = group.dataset.jump, w = this.words;
    const button = (way, sign) => {
      const made = make("button", { onclick: () => this.jump(kind, way) }, sign);
      this.name(made, `${way < 0 ? w.before : w.next}: ${w[kind]}`);
      return made;
    };
    group.hidden = this.film.jumps[kind].length === 0;
    group.replaceChildren(button(-1, "‹"), make("span", {}, w[kind]), button(1, "›"));
  }

  tab(name) {
    this.open = name;
    for (const each of TABS) {
      const tab = $("tab-" + each);
      tab.setAttribute("aria-selected", String(each === name));
      tab.tabIndex = each === name ? 0 : -1;
      $("panel-" + each).hidden = each !== name;
    }
  }

  shift(way) {
    const next = TABS[(TABS.indexOf(this.open) + way + TABS.length) % TABS.length];
    this.tab(next);
    $("tab-" + next).focus();
    this.showPosition();
  }

  // --- moving through the game ------------------------------------------------------------------------------------------

  /* Shows the position after `count` entries. */
  go(count, { aloud = true, moving = false } = {}) {
    count = Math.min(this.film.length, Math.max(0, count));
    if (count === this.count) return;
    const near = this.count !== null && Math.abs(count - this.count) <= 8;
    this.table.moving = moving && near && !root.matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.count = count;
    this.state = this.film.at(count);
    this.table.count = count;
    this.table.show(this.state);
    this.showArrows();
    this.showCombat();
    this.tell(aloud);
    if (!this.table.combat) this.follow();
    this.link();
  }

  showArrows() {
    const groups = [], first = this.film.chapter(Math.max(0, this.count - 1))[0];
    for (let entry = Math.max(first, this.count - 12); entry < this.count; entry++) {
      groups.push([this.film.arrows(entry), Math.max(0.18, 0.92 - (this.count - 1 - entry) * 0.09).toFixed(2)]);
    }
    this.table.arrows(groups);
  }

  follow() {
    if (!$("follow").checked || !this.count || this.stage.whole) return;
    const places = this.film.events(this.count - 1).flatMap(({ hexes }) => hexes).map((hex) => this.table.spot(hex)).filter(Boolean);
    const arrows = this.film.arrows(this.count - 1).flatMap(({ points }) => [points.slice(0, 2), points.slice(-2)]);
    this.stage.see([...places, ...arrows], 0);
  }

  link() {
    clearTimeout(this.linking);
    this.linking = setTimeout(() => {
      const hash = this.count ? "#entry=" + (this.count - 1) : "#start";
      try { history.replaceState(null, "", hash); } catch { /* the address stays */ }
    }, 120);
  }

  quietAt(count) { return $("quiet").checked && this.film.events(count - 1).length === 0; }

  stepBy(way, options) {
    let count = this.count + way;
    while (count > 0 && count < this.film.length && this.quietAt(count)) count += way;
    this.go(count, { moving: true, ...options });
  }

  jump(kind, way) {
    const entry = this.film.jump(kind, this.count - 1, way);
    if (entry !== null) this.go(entry + 1);
  }

  play() {
    if (this.timer) {
      clearInterval(this.timer);
      this.timer = 0;
    } else {
      if (this.count >= this.film.length) this.go(0);
      this.timer = setInterval(() => {
        this.stepBy(1, { aloud: false });
        if (this.count >= this.film.length) this.play();
      }, Number($("speed").value));
    }
    this.playing(this.timer !== 0);
  }

  playing(on) {
    const picture = { width: 18, height: 18, viewBox: "-9 -9 18 18", "aria-hidden": "true" };
    $("play").replaceChildren(PBEM.svg("svg", picture, PBEM.svg("path", { d: on ? "M-5-6V6M5-6V6" : "M-4-6L6 0L-4 6z" })));
    this.name($("play"), on ? this.words.pause : this.words.play);
  }
}

/* The reel of the game out of its compressed form. */
async function unfolded(text) {
  const packed = new Blob([PBEM.unbase64(text)]).stream();
  return JSON.parse(await new Response(packed.pipeThrough(new root.DecompressionStream("deflate"))).text());
}

root.addEventListener("DOMContentLoaded", async () => {
  const data = JSON.parse($("data").textContent);
  if (!root.DecompressionStream) {
    const language = /^es/i.test(navigator.language) ? "es" : "en";
    $("verdict-text").textContent = PBEM.words[language].tooOld;
    return;
  }
  root.PBEM.page = new Page({ ...data, notes: data.notes ? new TextDecoder().decode(PBEM.unbase64(data.notes)) : "", reel: await unfolded(data.film) });
});
})(globalThis);
