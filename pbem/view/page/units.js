/* A counter that was clicked: its card, what it has been through, and the way along its own story; combats on the map. */
(function (root) {
"use strict";
const PBEM = root.PBEM;
const { $, make, words } = PBEM;
const TAP = 6, NEAR = 0.92, LONG = 84;

Object.assign(words.en, {
  unit: "This unit", story: (n) => (n === 1 ? "1 entry tells of it" : `${n} entries tell of it`), stackOf: "In this stack", gone: "Not on the map now.",
  dropUnit: "Close", combatAt: (where) => `Combat at ${where}`, luckNow: "Luck so far", allCombats: "Combats", noCombats: "No combat yet.",
});
Object.assign(words.es, {
  unit: "Esta unidad", story: (n) => (n === 1 ? "1 entrada habla de ella" : `${n} entradas hablan de ella`), stackOf: "En este apilamiento", gone: "Ahora no está en el mapa.",
  dropUnit: "Cerrar", combatAt: (where) => `Combate en ${where}`, luckNow: "Suerte hasta aquí", allCombats: "Combates", noCombats: "Ningún combate aún.",
});

const cut = (text) => (text.length > LONG ? text.slice(0, LONG - 1) + "…" : text);

PBEM.unitary = (Base) => class extends Base {
  watch() {
    const frame = $("window");
    let down = null;
    frame.addEventListener("pointerdown", (event) => { down = event; });
    frame.addEventListener("pointerup", (event) => {
      if (down && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < TAP) this.tapped(event);
      down = null;
    });
    frame.addEventListener("pointermove", (event) => {
      if (event.buttons) return;
      const found = this.table.under(...this.inside(event));
      frame.title = found ? found.looks.map((number) => PBEM.described(this.film.look(number))).join("\n") : "";
    });
    $("mode").addEventListener("change", () => { this.table.mode = $("mode").value; this.table.wish(); });
    root.addEventListener("beforeprint", () => this.printed());
  }

  inside(event) {
    const box = $("window").getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  tapped(event) {
    const found = this.table.under(...this.inside(event));
    if (found) this.choose(this.film.who(found.looks[0]), found.looks.length > 1 ? found.looks : []);
  }

  /* Chooses a unit by side and name. */
  choose(who, stack = null) {
    // Chosen out of its stack the others are still there to be chosen.
    this.unit = { who, stack: stack ? stack.map((number) => this.film.who(number)) : this.unit ? this.unit.stack : [], history: this.film.history(who) };
    this.tab("events");
    this.showUnit();
    $("unit").scrollIntoView({ block: "nearest" });
  }

  showUnit() {
    const box = $("unit"), w = this.words;
    box.hidden = !this.unit;
    if (!this.unit) return;
    const { who, stack, history } = this.unit, [at, number] = this.film.find(this.state, who) || ["", this.film.last(who)], look = this.film.look(number);
    const picture = make("canvas", { width: 160, height: 160, "aria-hidden": "true" }), pen = picture.getContext("2d");
    pen.translate(80, 84);
    pen.scale(2.5, 2.5);
    PBEM.faces.counter(pen, look, this.data.style, 125);
    PBEM.faces.badges(pen, look.marks, this.data.style.marks, 125);
    const step = (way, sign) => {
      const button = make("button", { onclick: () => this.along(way) }, sign);
      this.name(button, `${way < 0 ? w.before : w.next}: ${look.name}`);
      return button;
    };
    const others = stack.filter((each) => each !== who);
    box.replaceChildren(
      make("div", { class: "top" }, picture, make("div", {}, make("b", {}, look.name), make("p", {}, PBEM.described(look)),
        make("p", {}, at ? make("button", { onclick: () => this.point(at) }, this.film.place(at)) : w.gone),
        make("p", {}, step(-1, "‹"), " ", step(1, "›"), " ", make("button", { onclick: () => { this.unit = null; this.showUnit(); } }, w.dropUnit)))),
      ...(others.length ? [make("p", { class: "small" }, w.stackOf + ": "), ...others.map((each) => make("button", { onclick: () => this.choose(each) }, each.split("\n")[1]))] : []),
      make("p", { class: "small" }, w.story(history.length)),
      make("ol", {}, ...history.slice(-200).reverse().map(({ entry, place }) => this.row(entry, this.toldOf(entry, look.name) || (place ? "→ " + this.film.place(place) : w.gone)))));
  }

  toldOf(entry, name) {
    const events = this.film.events(entry);
    return (events.find(({ text }) => text.includes(name)) || { text: "" }).text;
  }

  /* To the next (1) or last (-1) entry of the chosen unit. */
  along(way) {
    if (!this.unit) return;
    const now = this.count - 1, list = this.unit.history.map(({ entry }) => entry);
    const next = way > 0 ? list.find((entry) => entry > now) : list.findLast((entry) => entry < now);
    if (next === undefined) return;
    this.go(next + 1);
    const [place] = this.film.find(this.state, this.unit.who) || [];
    if (place) this.point(place);
  }

  /* The combat that an entry tells of: where it was, what it is called and what came of it. */
  combat(entry) {
    const events = entry < 0 ? [] : this.film.events(entry), found = events.find(({ kind, hexes }) => PBEM.COMBATS.has(kind) && hexes.length);
    if (!found) return null;
    const hexes = found.hexes, where = this.film.place(hexes[hexes.length - 1]);
    const after = events.filter((each) => each !== found && each.text).slice(0, 2).map(({ text }) => cut(text));
    return { hexes, name: this.words.combatAt(where), said: [cut(found.text), ...after] };
  }

  showCombat() {
    this.table.combat = this.combat(this.count - 1);
    if (!this.table.combat || !$("follow").checked || this.stage.whole) return;
    this.stage.see(this.table.combat.hexes.map((hex) => this.table.spot(hex)).filter(Boolean), NEAR);
  }

  /* One line: whose luck it was up to here. */
  showLuck() {
    const line = $("luck-line");
    line.hidden = !this.luck;
    if (!this.luck) return;
    const sum = this.luck.upTo(this.count), { sides, unit } = this.luck.data;
    line.textContent = `${this.words.luckNow} (${unit}): ${sides.map((side, i) => `${side} ${PBEM.figure(i ? -sum : sum, true)}`).join(", ")}`;
  }

  /* For paper: the map as it is, the combats up to here, and the luck. */
  printed() {
    const w = this.words, rows = this.film.jumps.combat.filter((entry) => entry < this.count).map((entry) => {
      const found = this.combat(entry), { turn } = this.film.moment(entry + 1);
      return found ? make("tr", {}, make("td", {}, String(turn)), make("td", {}, found.name), make("td", {}, this.film.events(entry).map(({ text }) => text).join(" "))) : null;
    }).filter(Boolean);
    $("print").replaceChildren(make("h2", {}, w.allCombats),
      rows.length ? make("table", {}, make("thead", {}, make("tr", {}, ...[w.turn, w.combat, w.events].map((each) => make("th", {}, each)))), make("tbody", {}, ...rows)) : make("p", {}, w.noCombats),
      ...(this.luck ? [make("h2", {}, w.luck), make("p", {}, $("luck-line").textContent), this.luck.picture(w, this.turns())] : []));
  }

  turns() { return this.film.jumps.turn.map((entry) => [entry, this.film.moment(entry + 1).turn]); }
};
})(globalThis);
