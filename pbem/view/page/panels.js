/* The panels beside the map: charts, notes, help. */
(function (root) {
"use strict";
const PBEM = root.PBEM;
const { $, make } = PBEM;

PBEM.panels = (Base) => class extends Base {
  drawCharts() {
    const w = this.words, film = this.film;
    const turns = this.turns();
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
};
})(globalThis);
