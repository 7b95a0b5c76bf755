/* What the page tells of an entry: its card, the chapter around it, the position after it. */
(function (root) {
"use strict";
const PBEM = root.PBEM;
const { $, make } = PBEM;

PBEM.told = (Base) => class extends Base {
  tell(aloud) {
    const w = this.words, moment = this.film.moment(this.count);
    const when = `${w.turn} ${moment.turn}${moment.name ? ", " + moment.name : ""}${moment.phase ? " · " + moment.phase : ""}`;
    $("heading").textContent = this.state ? this.film.said(this.state.heading) : when;
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
    this.showUnit();
    this.showLuck();
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
    const { seat, kind } = this.film.step(this.count);
    const star = make("button", { class: "mark", id: "star", "aria-pressed": String(this.notes.has(entry)), onclick: () => this.bookmark() },
      this.notes.has(entry) ? "★" : "☆");
    this.name(star, this.notes.has(entry) ? w.unmark : w.bookmark);
    const events = this.film.events(entry);
    card.replaceChildren(
      make("div", { class: "top" }, make("b", {}, `${w.entry} ${entry}`), make("span", {}, `${this.author(seat)} · ${kind}`),
        this.seal(entry), star),
      make("p", { class: "small" }, when),
      ...(events.length ? events.flatMap((event, at) => [...this.event(event), ...this.fortune(entry, at)]) : [make("p", { class: "said" }, w.nothing)]),
      ...this.signed(entry), ...this.ending());
  }

  /* Who wrote an entry: a player by name and side, or the referee. */
  author(seat) {
    if (seat === "R") return this.words.referee;
    const { name, side } = this.data.players[seat === "A" ? 0 : 1];
    return `${name} (${side})`;
  }

  /* Whether the log holds at an entry. In a log that does not hold nothing is marked as good. */
  seal(entry) {
    if (!this.proof) return null;
    const w = this.words, { fault } = this.proof;
    if (this.broken(entry)) return make("span", { class: "state bad" }, "✗ " + w.unproven);
    return fault === null ? make("span", { class: "state ok" }, "✓ " + w.proven) : make("span", { class: "state" }, w.beforeFault);
  }

  /* Behind the last picture of a log that does not hold: why it ends there. */
  ending() {
    if (!this.proof || this.proof.fault === null || this.count < this.film.length) return [];
    return [make("p", { class: "state bad" }, `✗ ${this.words.filmEnds} ${this.headline()}`)];
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
        this.proof.fault === null ? make("span", { class: "state ok" }, "✓ " + w.recomputed) : null));
    }
    const name = line.by === "R" ? w.referee : this.data.players[line.by === "A" ? 0 : 1].name;
    out.push(make("details", {}, make("summary", {}, `${w.signedLine}, ${w.signedBy} ${name}`),
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
        const tray = Object.hasOwn(this.film.reel.trays, place) ? this.film.tray(place) : place;
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
    this.table.ring = at;
    this.table.wish();
    setTimeout(() => { this.table.ring = null; this.table.wish(); }, 2500);
  }
};
})(globalThis);
