/* Small charts over the whole game: one line a side, solid and dashed, and the same figures as a table. */
(function (root) {
"use strict";
const PBEM = root.PBEM;
const { svg } = PBEM;
const WIDE = 340, HIGH = 104, LEFT = 30, TOP = 8, BASE = 84;
const PENS = [["#1d5fa8", ""], ["#b3202c", "6 4"], ["#136f6b", "2 4"], ["#6a3d8f", "9 3 2 3"]];

function ceiling(value) {
  if (value <= 4) return Math.max(value, 1);
  const unit = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 2.5, 5, 10].map((times) => times * unit).find((each) => each >= value);
}

/* The value of a line [[count, value], ...] after `count` entries. */
function valueAt(line, count) {
  let low = 0, high = line.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (line[middle][0] <= count) low = middle; else high = middle - 1;
  }
  return line[low][1];
}

class Chart {
  /* `seek(count)` is called when a place in the chart is chosen. */
  constructor(film, name, turns, seek) {
    Object.assign(this, { film, name });
    const lines = film.series[name], most = Math.max(...film.sides.flatMap((side) => lines[side].map(([, value]) => value)), 1);
    const top = ceiling(most);
    this.x = (count) => LEFT + ((WIDE - LEFT - 6) * count) / Math.max(film.length, 1);
    const y = (value) => BASE - ((BASE - TOP) * value) / top;
    this.cursor = svg("path", { stroke: "#2b2a26", "stroke-width": 1.2 });
    this.picture = svg("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "chart", role: "img", "font-size": 9.5 });
    for (const value of [0, top / 2, top]) {
      this.picture.append(
        svg("path", { d: `M${LEFT} ${y(value)}H${WIDE - 6}`, stroke: "#cfc6ab", "stroke-width": 0.8 }),
        svg("text", { x: LEFT - 4, y: y(value) + 3, "text-anchor": "end", fill: "#5a5443" }, String(Math.round(value * 10) / 10)));
    }
    for (const [entry, turn] of turns) {
      const x = this.x(entry);
      this.picture.append(
        svg("path", { d: `M${x} ${TOP}V${BASE}`, stroke: "#cfc6ab", "stroke-width": 0.8, "stroke-dasharray": "2 3" }),
        svg("text", { x: x + 2, y: BASE + 12, fill: "#5a5443" }, String(turn)));
    }
    film.sides.forEach((side, i) => {
      const [colour, dash] = PENS[i % PENS.length];
      let d = "";
      for (const [count, value] of lines[side]) d += d ? `H${this.x(count).toFixed(1)}V${y(value).toFixed(1)}` : `M${this.x(count)} ${y(value)}`;
      const pen = { d: d + `H${this.x(film.length)}`, fill: "none", stroke: colour, "stroke-width": 2 };
      this.picture.append(svg("path", dash ? { ...pen, "stroke-dasharray": dash } : pen));
    });
    this.picture.append(this.cursor);
    this.picture.addEventListener("click", (event) => {
      const box = this.picture.getBoundingClientRect();
      const share = (((event.clientX - box.left) / box.width) * WIDE - LEFT) / (WIDE - LEFT - 6);
      seek(Math.round(Math.min(1, Math.max(0, share)) * film.length));
    });
  }

  show(count) { this.cursor.setAttribute("d", `M${this.x(count)} ${TOP - 4}V${BASE}`); }

  figures(count) { return this.film.sides.map((side) => valueAt(this.film.series[this.name][side], count)); }
}

/* The sample of a side's line, for the legend. */
function pen(number) {
  const [colour, dash] = PENS[number % PENS.length], line = { d: "M0 5H26", stroke: colour, "stroke-width": 2.4 };
  return svg("svg", { width: 26, height: 10, "aria-hidden": "true" }, svg("path", dash ? { ...line, "stroke-dasharray": dash } : line));
}

Object.assign(PBEM, { Chart, pen, valueAt });
})(globalThis);
