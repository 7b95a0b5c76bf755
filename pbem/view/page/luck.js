/* Who was lucky: the running sum of both sides over the game, every roll in it, and the rolls that made it.
   The figures are reckoned by pbem (pbem/audit/luck.py); here they are only added up and drawn. */
(function (root) {
"use strict";
const PBEM = root.PBEM;
const { svg, words } = PBEM;
const WIDE = 340, HIGH = 150, LEFT = 34, TOP = 10, BASE = 128;
const PENS = [["#1d5fa8", ""], ["#b3202c", "6 4"]];

Object.assign(words.en, {
  luck: "Luck", luckAbout: "Luck of both sides, added up along the game",
  luckHint: "Each dot is a roll: point at it to read it, press it to go there.",
  luckMeans: (unit, spread) => `For every roll: what it brought less what it brings on average over all faces of its dice, in ${unit} on a scale of pbem's own. `
    + `What one side wins so, the other loses. Good orders are no luck: they make the average better. Chance alone leaves most games within ${spread} of 0.`,
  luckOf: (side, sum, percent) => `${side} ${sum}: luckier than in ${percent} of 100 games with these rolls`,
  luckTurned: (turn, side, before, after) => `Fortune turned in turn ${turn}: ${side} had ${before} until then, ${after} from here on`,
  luckBest: (side) => `Luckiest rolls of ${side}`, luckWorst: (side) => `Unluckiest rolls of ${side}`,
  luckOdds: (odds, good) => `${odds} or ${good ? "better" : "worse"}`, luckOne: (of) => `one in ${of}`, luckMany: (ways, of) => `${ways} in ${of}`,
  luckBrings: (mean, least, most) => `on average ${mean}, from ${least} to ${most}`, luckRoll: (side, sum) => `Luck: ${sum} for ${side}`,
  luckRolls: "Rolls",
});
Object.assign(words.es, {
  luck: "Suerte", luckAbout: "Suerte de ambos bandos, sumada a lo largo de la partida",
  luckHint: "Cada punto es una tirada: señálalo para leerla, púlsalo para ir allí.",
  luckMeans: (unit, spread) => `De cada tirada: lo que trajo menos lo que trae de media con todas las caras de sus dados, en ${unit} según una escala propia de pbem. `
    + `Lo que así gana un bando lo pierde el otro. Las buenas órdenes no son suerte: mejoran la media. El azar deja la mayoría de las partidas a menos de ${spread} de 0.`,
  luckOf: (side, sum, percent) => `${side} ${sum}: más suerte que en ${percent} de 100 partidas con estas tiradas`,
  luckTurned: (turn, side, before, after) => `La suerte cambió en el turno ${turn}: ${side} llevaba ${before} hasta entonces, ${after} desde aquí`,
  luckBest: (side) => `Tiradas más afortunadas de ${side}`, luckWorst: (side) => `Tiradas menos afortunadas de ${side}`,
  luckOdds: (odds, good) => `${odds} o ${good ? "mejor" : "peor"}`, luckOne: (of) => `una de ${of}`, luckMany: (ways, of) => `${ways} de ${of}`,
  luckBrings: (mean, least, most) => `de media ${mean}, de ${least} a ${most}`, luckRoll: (side, sum) => `Suerte: ${sum} para ${side}`,
  luckRolls: "Tiradas",
});

/* Tenths as a decimal, halves away from 0 as pbem writes them; `plus` writes the sign of what is above 0 too. */
function figure(value, plus) {
  const tenths = Math.floor(Math.abs(value) + 0.5 + 1e-9), text = tenths / 10;
  const sign = !tenths ? "" : value < 0 ? "−" : plus ? "+" : "";
  const said = plus && tenths ? text.toFixed(1) : String(text);
  return sign + (document.documentElement.lang === "es" ? said.replace(".", ",") : said);
}

class Luck {
  /* `data` is {unit, sides, spread, share, rolls, best, worst, turning}; a roll is [entry, outcome, side, what came,
     sum over all ways, ways, those as good, least, most, turn], figures in tenths; `seek(count)` shows the position after so many entries. */
  constructor(film, data, seek) {
    Object.assign(this, { film, data, seek });
    let sum = 0;
    this.rolls = data.rolls.map(([entry, at, side, came, every, of, ways, least, most, turn]) => {
      const mean = every / of, luck = came - mean;
      sum += side === 0 ? luck : -luck;
      return { entry, at, side, luck, ways, of, mean, least, most, sum, turn };
    });
    this.total = sum;
    this.by = new Map(this.rolls.map((roll) => [`${roll.entry}/${roll.at}`, roll]));
  }

  side(number) { return this.data.sides[number]; }

  /* What happened, and where, unless the sentence says it itself. */
  text(roll) {
    const event = this.film.events(roll.entry)[roll.at], where = event && event.hexes.length ? event.hexes[event.hexes.length - 1] : "";
    if (!event) return "";
    return where && !event.text.includes(where) ? `${where}: ${event.text}` : event.text;
  }

  /* The sum of the first side after so many entries. */
  upTo(count) { return (this.rolls.findLast(({ entry }) => entry < count) || { sum: 0 }).sum; }

  /* The chart by itself, for paper. */
  picture(w, turns) {
    const { x, cursor, ring, mark } = this, drawn = this.draw(w, turns);
    Object.assign(this, { x, cursor, ring, mark });
    return drawn;
  }

  odds(roll, w) {
    const said = roll.of % roll.ways ? w.luckMany(roll.ways, roll.of) : w.luckOne(roll.of / roll.ways);
    return w.luckOdds(said, roll.luck > 0);
  }

  /* One roll in a line, without what happened. */
  line(roll, w) {
    const { mean, least, most } = roll;
    return `${w.luckRoll(this.side(roll.side), figure(roll.luck, true))} (${this.odds(roll, w)}; `
      + `${w.luckBrings(figure(mean), figure(least), figure(most))})`;
  }

  /* The line of an event that was weighed; null for any other. */
  about(entry, at, w) {
    const roll = this.by.get(`${entry}/${at}`);
    return roll ? this.line(roll, w) : null;
  }

  /* The roll nearest to a place in the chart, as a share of its width. */
  nearest(share) {
    const at = ((share * WIDE - LEFT) / (WIDE - LEFT - 8)) * this.film.length;
    return this.rolls.reduce((best, roll) => (Math.abs(roll.entry + 1 - at) < Math.abs(best.entry + 1 - at) ? roll : best));
  }

  draw(w, turns) {
    const most = Math.max(...this.rolls.map(({ sum }) => Math.abs(sum)), 5), x = (count) => LEFT + ((WIDE - LEFT - 8) * count) / Math.max(this.film.length, 1);
    const middle = (TOP + BASE) / 2, y = (sum) => middle - ((BASE - TOP) / 2) * (sum / most);
    this.x = x;
    const picture = svg("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "chart", id: "luck-chart", role: "img", "font-size": 9.5, "aria-label": w.luckAbout });
    for (const value of [most, 0, -most]) {
      picture.append(svg("path", { d: `M${LEFT} ${y(value)}H${WIDE - 8}`, stroke: value ? "#cfc6ab" : "#5a5443", "stroke-width": 0.9 }),
        svg("text", { x: LEFT - 4, y: y(value) + 3, "text-anchor": "end", fill: "#5a5443" }, figure(value, true)));
    }
    for (const [entry, turn] of turns) {
      picture.append(svg("path", { d: `M${x(entry)} ${TOP}V${BASE}`, stroke: "#cfc6ab", "stroke-width": 0.8, "stroke-dasharray": "2 3" }),
        svg("text", { x: x(entry) + 2, y: BASE + 14, fill: "#5a5443" }, String(turn)));
    }
    for (const way of [0, 1]) {
      let d = `M${x(0)} ${y(0)}`;
      for (const { entry, sum } of this.rolls) d += `H${x(entry + 1).toFixed(1)}V${y(way ? -sum : sum).toFixed(1)}`;
      const [stroke, dash] = PENS[way], line = { d: d + `H${x(this.film.length)}`, fill: "none", stroke, "stroke-width": 1.8 };
      picture.append(svg("path", dash ? { ...line, "stroke-dasharray": dash } : line));
    }
    const noted = new Set([...this.data.best, ...this.data.worst].flat());
    this.rolls.forEach((roll, i) => picture.append(svg("circle", {
      cx: x(roll.entry + 1).toFixed(1), cy: y(roll.side ? -roll.sum : roll.sum).toFixed(1), r: noted.has(i) ? 3.2 : 1.4, fill: PENS[roll.side][0],
    })));
    const turning = this.data.turning === null ? null : this.rolls[this.data.turning];
    if (turning) picture.append(svg("path", { d: `M${x(turning.entry + 1)} ${TOP - 6}V${BASE + 4}`, stroke: "#6a3d8f", "stroke-width": 1.6, "stroke-dasharray": "1 2" }));
    this.ring = svg("circle", { r: 5.5, fill: "none", stroke: "#e0218a", "stroke-width": 2, visibility: "hidden" });
    this.cursor = svg("path", { stroke: "#2b2a26", "stroke-width": 1.2 });
    picture.append(this.cursor, this.ring);
    this.mark = (roll) => {
      for (const [key, value] of [["cx", x(roll.entry + 1)], ["cy", y(roll.side ? -roll.sum : roll.sum)], ["visibility", "visible"]]) this.ring.setAttribute(key, value);
    };
    return picture;
  }

  show(count) { if (this.cursor) this.cursor.setAttribute("d", `M${this.x(count)} ${TOP - 4}V${BASE}`); }

  /* The panel: chart, what it means, figures by turn, and the rolls that made it. `make` and `row` are the page's. */
  panel(w, turns, make, row) {
    const { unit, sides, spread, share, best, worst } = this.data, read = make("p", { class: "small", id: "luck-read" }, w.luckHint);
    const picture = this.draw(w, turns), roll = (event) => {
      const box = picture.getBoundingClientRect();
      return this.nearest((event.clientX - box.left) / box.width);
    };
    const point = (event) => {
      const found = roll(event);
      this.mark(found);
      read.textContent = `${w.entry} ${found.entry}: ${this.text(found)} ${this.line(found, w)}`;
    };
    picture.addEventListener("pointermove", point);
    picture.addEventListener("click", (event) => {
      point(event);
      this.seek(roll(event).entry + 1);
    });
    const pens = sides.flatMap((side, i) => [make("span", {}, PBEM.pen(i), " " + w.luckOf(side, figure(i ? -this.total : this.total, true), share[i]))]);
    const lists = sides.flatMap((side, i) => [[w.luckBest(side), best[i]], [w.luckWorst(side), worst[i]]]);
    return [make("h3", {}, w.luck), make("p", { class: "legend" }, ...pens), picture, read,
      make("p", { class: "small" }, w.luckMeans(unit, figure(spread))), ...this.turned(w, make, row),
      ...lists.filter(([, numbers]) => numbers.length).flatMap(([title, numbers]) => [make("h3", {}, title),
        make("ol", { class: "luck" }, ...numbers.map((number) => this.item(this.rolls[number], w, row)))]),
      this.byTurn(w, make)];
  }

  item(roll, w, row) { return row(roll.entry, `${figure(roll.luck, true)} · ${this.odds(roll, w)} · ${this.text(roll)}`); }

  turned(w, make, row) {
    const roll = this.data.turning === null ? null : this.rolls[this.data.turning];
    if (!roll) return [];
    const before = roll.sum - (roll.side === 0 ? roll.luck : -roll.luck);
    return [make("p", { id: "luck-turned" }, w.luckTurned(roll.turn, this.side(0), figure(before, true), figure(this.total - before, true)) + ":"),
      make("ol", { class: "luck" }, this.item(roll, w, row))];
  }

  byTurn(w, make) {
    const turns = new Map();
    for (const { turn, side, luck } of this.rolls) {
      const [count, sum] = turns.get(turn) || [0, 0];
      turns.set(turn, [count + 1, sum + (side === 0 ? luck : -luck)]);
    }
    const cell = (text) => make("td", { class: "n" }, text);
    return make("table", { id: "luck-turns" },
      make("thead", {}, make("tr", {}, ...[w.turn, w.luckRolls, ...this.data.sides].map((text, i) => make("th", { class: i ? "n" : null }, text)))),
      make("tbody", {}, ...[...turns].map(([turn, [count, sum]]) => make("tr", {}, make("td", {}, String(turn)), cell(String(count)),
        cell(figure(sum, true)), cell(figure(-sum, true))))));
  }
}

Object.assign(PBEM, { Luck, figure });
})(globalThis);
