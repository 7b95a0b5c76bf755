/* The page itself: what is shown, and what keys and buttons do. */
(function (root) {
"use strict";
const PBEM = root.PBEM;
const $ = (id) => document.getElementById(id);

function make(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

const TABS = ["events", "position", "charts", "notes", "proof", "help"];
const KINDS = ["turn", "phase", "activation", "combat"];

class Page {
  constructor(data) {
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
    this.notes = new PBEM.Notes(data.game, this.film.length, store);
    this.luck = data.luck && data.luck.rolls.length ? new PBEM.Luck(this.film, data.luck, (count) => this.go(count)) : null;
    this.language = data.language || this.kept("pbem-language") || (/^es/i.test(navigator.language) ? "es" : "en");
    const layers = { signs: $("signs"), trays: $("trays"), pieces: $("counters"), arrows: $("arrows") };
    this.table = new PBEM.Table(this.film, layers, data.style);
    const board = $("board");
    this.stage = new PBEM.Stage($("window"), $("plane"), Number(board.getAttribute("width")), Number(board.getAttribute("height")));
    this.speak();
    this.listen();
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
  }

  kept(key) { try { return this.store.getItem(key); } catch { return null; } }

  keep(key, value) { try { this.store.setItem(key, value); } catch { /* then it is not kept */ } }

  get words() { return PBEM.words[this.language]; }

  // --- words ------------------------------------------------------------------------------------------------------------

  speak() {
    const w = this.words;
    document.documentElement.lang = this.language;
    $("language").value = this.language;
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
    if (this.count !== null) this.tell(false);
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

  // --- moving through the game ------------------------------------------------------------------------------------------

  /* Shows the position after `count` entries. */
  go(count, { aloud = true, moving = false } = {}) {
    count = Math.min(this.film.length, Math.max(0, count));
    if (count === this.count) return;
    const near = this.count !== null && Math.abs(count - this.count) <= 8;
    this.table.moving = moving && near && !root.matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.count = count;
    this.state = this.film.at(count);
    this.table.show(this.state);
    this.showArrows();
    this.tell(aloud);
    this.follow();
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

  // --- what is told -----------------------------------------------------------------------------------------------------

  tell(aloud) {
    const w = this.words, moment = this.film.moment(this.count);
    const when = `${w.turn} ${moment.turn}${moment.name ? ", " + moment.name : ""}${moment.phase ? " · " + moment.phase : ""}`;
    $("heading").textContent = this.state ? this.state.heading : when;
    $("slider").max = this.film.length;
    $("slider").value = this.count;
    const place = this.count ? `${w.entry} ${this.count - 1} ${w.of} ${this.film.length - 1}` : w.beginning;
    $("slider").setAttribute("aria-valuetext", `${place}. ${when}`);
    $("where").textContent = place;
    this.showCard(when);
    this.showChapter();
    this.showPosition();
    for (const chart of this.charts) chart.show(this.count);
    if (this.luck) this.luck.show(this.count);
    this.showFigures();
    if (aloud && this.count) {
      const said = this.film.events(this.count - 1).map(({ text }) => text).join(" ");
      $("live").textContent = `${place}. ${said || w.nothing}`;
    }
  }

  showCard(when) {
    const w = this.words, entry = this.count - 1, card = $("card");
    if (entry < 0) {
      card.replaceChildren(make("p", {}, w.beginning + ". " + when));
      return;
    }
    const { seat, kind } = this.film.step(this.count), player = this.data.players[seat === "A" ? 0 : 1];
    const star = make("button", { class: "mark", id: "star", "aria-pressed": String(this.notes.has(entry)), onclick: () => this.bookmark() },
      this.notes.has(entry) ? "★" : "☆");
    this.name(star, this.notes.has(entry) ? w.unmark : w.bookmark);
    const events = this.film.events(entry);
    card.replaceChildren(
      make("div", { class: "top" }, make("b", {}, `${w.entry} ${entry}`), make("span", {}, `${player.name} (${player.side}) · ${kind}`),
        this.seal(entry), star),
      make("p", { class: "small" }, when),
      ...(events.length ? events.flatMap((event, at) => [...this.event(event), ...this.fortune(entry, at)]) : [make("p", { class: "said" }, w.nothing)]),
      ...this.signed(entry));
  }

  /* Whether the log holds at an entry. */
  seal(entry) {
    if (!this.proof) return null;
    const proven = !this.broken(entry);
    return make("span", { class: "state " + (proven ? "ok" : "bad") }, proven ? "✓ " + this.words.proven : "✗ " + this.words.unproven);
  }

  broken(entry) { return this.proof !== null && this.proof.fault !== null && entry >= this.proof.fault; }

  event({ text, paragraph, faces, reasons, total }) {
    const w = this.words;
    const out = [make("p", { class: "said" }, text + " ", paragraph ? make("span", { class: "par" }, `[${paragraph}]`) : null)];
    if (faces.length) out.push(make("p", {}, `${w.dice}: `, ...faces.map((face) => make("span", { class: "die" }, String(face)))));
    if (reasons.length) {
      const signed = (value) => (value > 0 ? "+" + value : String(value).replace("-", "−"));
      const rows = reasons.map((each) => make("tr", {}, make("td", {}, each.text), make("td", {}, each.paragraph),
        make("td", { class: "n" }, signed(each.value))));
      if (total !== null) rows.push(make("tr", { class: "sum" }, make("td", { colspan: 2 }, w.total), make("td", { class: "n" }, String(total))));
      out.push(make("table", {}, make("thead", {}, make("tr", {}, make("th", {}, w.modifiers), make("th", {}, w.rule),
        make("th", { class: "n" }, w.value))), make("tbody", {}, ...rows)));
    }
    return out;
  }

  fortune(entry, at) {
    const said = this.luck && this.luck.about(entry, at, this.words);
    return said ? [make("p", { class: "small luck" }, said)] : [];
  }

  /* What the log itself says at an entry, once it has been read. */
  signed(entry) {
    const w = this.words, line = this.proof && this.proof.verdict.log[entry];
    if (!line) return [];
    const out = [], faces = this.proof.verdict.faces && this.proof.verdict.faces.get(entry);
    if (faces) {
      out.push(make("p", {}, ...faces.map((face) => make("span", { class: "die" }, String(face))),
        make("span", { class: "state ok" }, "✓ " + w.recomputed)));
    }
    const player = this.data.players[line.by === "A" ? 0 : 1];
    out.push(make("details", {}, make("summary", {}, `${w.signedLine}, ${w.signedBy} ${player.name}`),
      make("code", {}, new TextDecoder().decode(line.line))));
    return out;
  }

  row(entry, text) {
    const current = entry === this.count - 1;
    return make("li", {}, make("button", {
      "data-entry": entry, "aria-current": current ? "true" : null, class: this.broken(entry) ? "bad" : null,
      onclick: () => this.go(entry + 1),
    }, make("span", { class: "no" }, String(entry)), text));
  }

  showChapter() {
    const [first, end] = this.film.chapter(Math.max(0, this.count - 1));
    const list = $("chapter"), key = `${first}-${end}-${this.proof ? this.proof.fault : "?"}`;
    if (this.chapter !== key) {
      const rows = [];
      for (let entry = first; entry < end; entry++) {
        for (const event of this.film.events(entry)) rows.push(this.row(entry, event.text));
      }
      list.replaceChildren(...rows);
      this.chapter = key;
    }
    for (const button of list.querySelectorAll("button")) {
      const current = Number(button.dataset.entry) === this.count - 1;
      if (current) button.setAttribute("aria-current", "true"); else button.removeAttribute("aria-current");
    }
  }

  showPosition() {
    $("panel-lines").replaceChildren(...this.film.panel(this.state).map((line) => {
      return make("li", { class: line.startsWith(" ") ? "sub" : null }, line.trim());
    }));
    const wanted = $("filter").value.toLowerCase(), out = [];
    if (this.open === "position") {
      for (const place of [...this.state.piles.keys()].sort()) {
        const tray = Object.hasOwn(this.film.reel.trays, place) ? this.film.reel.trays[place][0] : place;
        const counters = this.state.piles.get(place).map((number) => PBEM.described(this.film.look(number)));
        if (wanted && !`${tray} ${counters.join(" ")}`.toLowerCase().includes(wanted)) continue;
        out.push(make("dt", {}, make("button", { onclick: () => this.point(place) }, tray)), ...counters.map((each) => make("dd", {}, each)));
      }
    }
    $("units").replaceChildren(...out);
  }

  point(place) {
    const at = this.table.spot(place);
    if (!at) return;
    this.stage.see([at], 0.55);
    $("light").replaceChildren(PBEM.svg("circle", { cx: at[0], cy: at[1], r: 46, class: "ring" }));
    setTimeout(() => $("light").replaceChildren(), 2500);
  }

  // --- charts, notes, help ----------------------------------------------------------------------------------------------

  drawCharts() {
    const w = this.words, film = this.film;
    const turns = film.jumps.turn.map((entry) => [entry, film.moment(entry + 1).turn]);
    this.charts = ["losses", "strength", "supply"].map((name) => new PBEM.Chart(film, name, turns, (count) => this.go(count)));
    const parts = [make("p", { class: "legend" }, ...film.sides.flatMap((side, i) => [make("span", {}, PBEM.pen(i), " " + side)]))];
    this.figures = this.charts.map((chart) => {
      const line = make("p", { class: "small" });
      chart.picture.setAttribute("aria-label", w[chart.name + "About"]);
      parts.push(make("h3", {}, w[chart.name]), chart.picture, line);
      return line;
    });
    const names = ["losses", "strength", "supply"];
    const over = names.map((name) => make("th", { colspan: film.sides.length }, w[name]));
    const heads = names.flatMap(() => film.sides.map((side) => make("th", { class: "n" }, side)));
    const ends = film.jumps.turn.map((entry, i) => [film.moment(entry + 1).turn, film.jumps.turn[i + 1] ?? film.length]);
    const rows = ends.map(([turn, end]) => make("tr", {}, make("td", {}, String(turn)),
      ...this.charts.flatMap((chart) => chart.figures(end).map((value) => make("td", { class: "n" }, String(value))))));
    parts.push(make("h3", {}, w.byTurn), make("table", {}, make("thead", {}, make("tr", {}, make("th", { rowspan: 2 }, w.turn), ...over),
      make("tr", {}, ...heads)),
      make("tbody", {}, ...rows)));
    const fortunes = this.luck ? this.luck.panel(w, turns, make, (entry, text) => this.row(entry, text)) : [];
    $("panel-charts").replaceChildren(...fortunes, ...parts);
  }

  showFigures() {
    this.charts.forEach((chart, i) => {
      const now = chart.figures(this.count).map((value, n) => `${this.film.sides[n]} ${value}`).join(", ");
      this.figures[i].textContent = `${this.words[chart.name + "About"]}: ${now}`;
    });
  }

  bookmark() {
    const entry = this.count - 1;
    if (entry < 0) return;
    if (this.notes.has(entry)) this.notes.drop(entry); else this.notes.set(entry, "");
    this.showNotes();
    this.tell(false);
    if ($("star")) $("star").focus({ preventScroll: true });
  }

  showNotes() {
    const w = this.words;
    const rows = this.notes.all().map(({ entry, text }) => {
      const area = make("textarea", { rows: 2, "aria-label": w.noteFor(entry), placeholder: w.comment, onchange: () => this.notes.set(entry, area.value) });
      area.value = text;
      const events = this.film.events(entry);
      return make("div", { class: "note" },
        make("ol", {}, this.row(entry, events.length ? events[0].text : w.nothing)), area,
        make("button", { onclick: () => { this.notes.drop(entry); this.showNotes(); this.tell(false); } }, w.unmark));
    });
    $("notes").replaceChildren(...(rows.length ? rows : [make("p", {}, w.noNotes)]));
    $("kept").textContent = this.notes.kept ? w.kept : w.notKept;
  }

  save(name, type, ...parts) {
    const url = URL.createObjectURL(new Blob(parts, { type }));
    make("a", { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
  }

  async load(file) {
    const wrong = file.size > 4e6 ? "badNotes" : this.notes.read(await file.text());
    $("notes-said").textContent = wrong ? this.words[wrong] : "";
    if (!wrong) this.notes.keep();
    this.showNotes();
    this.tell(false);
  }

  showHelp() {
    const w = this.words;
    $("panel-help").replaceChildren(
      make("table", {}, make("tbody", {}, ...w.helpLines.map(([key, what]) => make("tr", {}, make("th", { scope: "row" }, key), make("td", {}, what))))),
      make("p", {}, w.about));
  }

  // --- the proof --------------------------------------------------------------------------------------------------------

  async check() {
    const file = PBEM.unbase64(this.data.log);
    try {
      const { data, stopped } = await PBEM.unpack(file);
      const verdict = await PBEM.verify(data, {
        dice: this.data.dice,
        progress: (done, all) => {
          $("verdict-text").textContent = `${this.words.checking}: ${Math.round((100 * done) / all)} %`;
          return new Promise((resolve) => setTimeout(resolve, 0));
        },
      });
      if (stopped !== null && (verdict.code === "ok" || verdict.code === "truncated")) {
        Object.assign(verdict, { code: stopped, entry: verdict.entries });
      }
      const foreign = this.foreign(verdict);
      const fault = verdict.code !== "ok" ? (verdict.entry ?? 0) : foreign;
      this.proof = { verdict, foreign, fault };
    } catch (error) {
      const verdict = { code: "crash: " + error.message, entry: 0, entries: 0, bundles: 0, counts: null, method: "", log: [], parties: null };
      this.proof = { verdict, foreign: null, fault: 0 };
    }
    root.PBEM.proof = this.proof;
    this.showProof();
    this.chapter = "";
    this.tell(false);
  }

  /* The first entry of the pictures that is not the one of the log; null when there is none. */
  foreign(verdict) {
    for (let entry = 0; entry < this.film.length; entry++) {
      const line = verdict.log[entry], { seat, kind } = this.film.step(entry + 1);
      if (line === undefined) return verdict.code === "ok" ? entry : null;
      if (line.by !== seat || line.value.k !== kind) return entry;
    }
    return null;
  }

  showProof() {
    const w = this.words, button = $("verdict");
    if (!this.proof) {
      $("verdict-text").textContent = w.checking + " …";
      return;
    }
    const { verdict, foreign, fault } = this.proof, bad = fault !== null;
    const unread = verdict.entries === 0 && verdict.log.length === 0;
    const said = !bad ? (verdict.over ? w.ok : w.okOpen)
      : verdict.code === "ok" ? w.foreign : unread ? w.badFile(verdict.code) : w.badAt(fault, verdict.code);
    button.className = bad ? "bad" : "ok";
    $("verdict-text").textContent = said;
    $("unproven").hidden = !bad || fault >= this.film.length;
    if (bad) $("unproven").style.width = `${100 - (100 * fault) / Math.max(1, this.film.length)}%`;
    const list = (lines) => make("ul", {}, ...lines.map((line) => make("li", {}, line)));
    const parts = [make("p", { class: "state " + (bad ? "bad" : "ok") }, (bad ? "✗ " : "✓ ") + said)];
    const why = verdict.code === "ok" ? w.foreignAt(foreign) : Object.hasOwn(w.why, verdict.code) ? w.why[verdict.code] : "";
    if (bad) parts.push(make("p", {}, why, " ", w.from(fault)));
    if (bad) parts.push(make("p", {}, make("button", { onclick: () => this.go(fault + 1) }, `${w.entry} ${fault}`)));
    parts.push(make("h3", {}, w.checkedHere), list(w.proofLines(verdict)), make("h3", {}, w.notCheckedHere), list(w.openLines(verdict)));
    parts.push(make("p", {}, make("code", {}, w.rest(this.data.file))), make("p", {}, make("button", {
      onclick: () => this.save(this.data.file, "application/octet-stream", PBEM.unbase64(this.data.log)),
    }, w.saveLog)));
    const { word, entries, message } = this.data.said;
    parts.push(make("h3", {}, w.said), make("p", {}, `${w[word] || word}, ${w.entry} ${entries - 1}${message ? ": " + message : ""}`));
    if (verdict.parties) {
      parts.push(make("h3", {}, w.codes), list(["A", "B"].map((seat) => {
        return `${verdict.parties[seat].who}: ${PBEM.fingerprint(PBEM.unhex(verdict.parties[seat].id))}`;
      })));
    }
    $("panel-proof").replaceChildren(...parts);
  }

  // --- hands ------------------------------------------------------------------------------------------------------------

  listen() {
    const does = {
      first: () => this.go(0), back: () => this.stepBy(-1), forward: () => this.stepBy(1), last: () => this.go(this.film.length),
      play: () => this.play(), zoomIn: () => this.stage.zoom(1.35), zoomOut: () => this.stage.zoom(1 / 1.35), fit: () => this.stage.fit(),
    };
    for (const button of document.querySelectorAll("[data-do]")) button.addEventListener("click", does[button.dataset.do]);
    $("slider").addEventListener("input", () => {
      // A slider is dragged faster than a far position is drawn: only the last place of a frame counts.
      cancelAnimationFrame(this.dragged);
      this.dragged = requestAnimationFrame(() => this.go(Number($("slider").value), { aloud: false }));
    });
    $("speed").addEventListener("change", () => { if (this.timer) { this.play(); this.play(); } });
    $("language").addEventListener("change", () => {
      this.language = $("language").value;
      this.keep("pbem-language", this.language);
      this.speak();
    });
    $("verdict").addEventListener("click", () => { this.tab("proof"); $("tab-proof").focus(); });
    $("search").addEventListener("input", () => this.searched());
    $("filter").addEventListener("input", () => this.showPosition());
    $("tabs").addEventListener("click", () => this.showPosition());
    $("export").addEventListener("click", () => this.save(`${this.data.file}.notes.json`, "application/json", this.notes.write()));
    $("import").addEventListener("click", () => $("file").click());
    $("file").addEventListener("change", () => { if ($("file").files.length) this.load($("file").files[0]); $("file").value = ""; });
    root.addEventListener("hashchange", () => {
      const entry = PBEM.entryOf(location.hash, this.film.length);
      if (entry !== null) this.go(entry + 1);
    });
    document.addEventListener("keydown", (event) => this.key(event, does));
  }

  searched() {
    const found = this.film.search($("search").value);
    $("found").textContent = $("search").value.trim() ? this.words.found(found.length) : "";
    $("hits").replaceChildren(...found.map((entry) => this.row(entry, this.film.events(entry).map(({ text }) => text).join(" "))));
  }

  key(event, does) {
    const target = event.target, writes = target.matches("textarea, select, input:not([type=range]):not([type=checkbox])");
    if (event.ctrlKey || event.metaKey || event.altKey || writes) return;
    const inTabs = target.matches("[role=tab]"), way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const pan = { ArrowRight: [-90, 0], ArrowLeft: [90, 0], ArrowUp: [0, 90], ArrowDown: [0, -90] }[event.key];
    let done = true;
    if (pan && event.shiftKey) this.stage.move(...pan);
    else if (way && inTabs) this.shift(way);
    else if (way) this.stepBy(way);
    else if (event.key === " " && !target.matches("button, summary, input")) this.play();
    else done = this.letter(event.key, does);
    if (done) event.preventDefault();
  }

  shift(way) {
    const next = TABS[(TABS.indexOf(this.open) + way + TABS.length) % TABS.length];
    this.tab(next);
    $("tab-" + next).focus();
    this.showPosition();
  }

  letter(key, does) {
    const act = {
      Home: does.first, End: does.last, PageDown: () => this.jump("turn", 1), PageUp: () => this.jump("turn", -1),
      "]": () => this.jump("phase", 1), "[": () => this.jump("phase", -1), a: () => this.jump("activation", 1),
      A: () => this.jump("activation", -1), c: () => this.jump("combat", 1), C: () => this.jump("combat", -1),
      b: () => this.bookmark(), "+": does.zoomIn, "-": does.zoomOut, 0: does.fit,
      "/": () => { this.tab("events"); $("search").focus(); }, "?": () => this.tab("help"),
    };
    if (!Object.hasOwn(act, key)) return false;
    act[key]();
    return true;
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
  root.PBEM.page = new Page({ ...data, reel: await unfolded(data.film) });
});
})(globalThis);
