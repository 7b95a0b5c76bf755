/* Counters drawn on a canvas with the shapes and symbols that the page holds as SVG, with as much of each as can be read.
   Every text comes in as text: nothing here is read as markup. */
(function (root) {
"use strict";
const PBEM = root.PBEM;
const SIZE = 50, BLOCK = 25, FULL = 36, LETTER = 9.05;
const CREAM = "#fdfbf2", INK = "#1c1b18", DARK = ["#2b2a26", "#ffffff"];
const SANS = "'Helvetica Neue', Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif";
const RANKS = ["XXXXX", "XXXX", "XXX", "XX", "X", "III", "II", "I", "•••", "••", "•"];
const shapes = new Map();

/* An element of the page's own drawing, and all in it, as strokes of a pen. */
function trace(pen, element) {
  const of = (name) => element.getAttribute(name), number = (name) => Number(of(name) || 0);
  pen.save();
  for (const [, kind, values] of (of("transform") || "").matchAll(/(translate|scale)\(([^)]*)\)/g)) {
    const [x, y = kind === "scale" ? x : 0] = values.split(/[ ,]+/).map(Number);
    pen[kind](x, y);
  }
  const path = new Path2D(element.tagName === "path" ? of("d") : undefined);
  if (element.tagName === "circle") path.arc(number("cx"), number("cy"), number("r"), 0, 7);
  if (element.tagName === "rect") path.roundRect(number("x"), number("y"), number("width"), number("height"), number("rx"));
  const ink = (name, opacity) => { pen.globalAlpha = of(opacity) === null ? 1 : number(opacity); return of(name); };
  if (element.tagName === "text") {
    pen.fillStyle = ink("fill", "fill-opacity") || INK;
    words(pen, element.textContent, number("x"), number("y"), number("font-size"));
  } else if (["path", "circle", "rect"].includes(element.tagName)) {
    const fill = ink("fill", "fill-opacity");
    if (fill !== "none") { pen.fillStyle = fill || "#000"; pen.fill(path); }
    const stroke = ink("stroke", "stroke-opacity");
    if (stroke && stroke !== "none") { pen.strokeStyle = stroke; pen.lineWidth = number("stroke-width") || 1; pen.stroke(path); }
  }
  for (const child of element.children) trace(pen, child);
  pen.restore();
}

function symbol(pen, id) {
  if (!shapes.has(id)) shapes.set(id, document.getElementById(id));
  if (shapes.get(id)) for (const child of shapes.get(id).children) trace(pen, child);
}

function words(pen, text, x, y, size, bold = true) {
  pen.font = `${bold ? "bold " : ""}${size}px ${SANS}`;
  pen.textAlign = "center";
  pen.fillText(text, x, y);
}

function box(pen, x, y, wide, high, radius, fill, stroke, width) {
  pen.beginPath();
  pen.roundRect(x, y, wide, high, radius);
  if (fill) { pen.fillStyle = fill; pen.fill(); }
  if (stroke) { pen.strokeStyle = stroke; pen.lineWidth = width; pen.stroke(); }
}

/* A counter around the middle of a square of 50; `pixels`: how large it is on the screen. */
function counter(pen, look, style, pixels) {
  const { ink, edge, number } = style.sides[look.side], least = (LETTER * SIZE) / pixels, full = pixels >= FULL;
  symbol(pen, "b" + number);
  if (full && look.steps < look.full) {
    pen.globalAlpha = 0.3;
    box(pen, -24.4, 8.8, 48.8, 11.2, 0, ink === "#ffffff" ? "#000" : "#fff");
    pen.globalAlpha = 1;
  }
  const [wide, high, x, y, grown] = full ? [36, 23.4, 0.4, -3.5, 1] : [42, 27, 0, -8, 1.32];
  box(pen, x - wide / 2, y - high / 2, wide, high, 2, look.band || edge, edge, 0.6);
  pen.save();
  pen.translate(x, y);
  pen.scale(grown, grown);
  box(pen, -14, -9, 28, 18, 0, CREAM, INK, 1.4);
  symbol(pen, "n-" + look.glyph);
  pen.restore();
  pen.fillStyle = ink;
  if (full) {
    if (look.size && least <= 9.4) words(pen, look.size, 0.4, -16.4, Math.min(Math.max(7.2, least), 24 / (0.56 * look.size.length)));
    const fit = Math.min(Math.max(12.6, least), 45 / (0.56 * look.values.length));
    if (look.values && fit >= least) words(pen, look.values, 0, 18.4, fit);
    const name = Math.min(Math.max(7.2, least), 46 / (0.52 * look.name.length));
    if (look.name && name >= least) {
      pen.save();
      pen.translate(-18.9, -1.5);
      pen.rotate(-Math.PI / 2);
      words(pen, look.name, 0, 0, name, false);
      pen.restore();
    }
  } else {
    const factor = (/[0-9]+/.exec(look.values) || [look.values.slice(0, 3)])[0];
    if (factor) words(pen, factor, 0, 20.4, Math.max(15, least));
  }
  steps(pen, look, ink);
}

function steps(pen, { steps: held, full }, ink) {
  if (full < 1 || full > 12) return;
  const pitch = Math.min(9, 40 / full), left = (-pitch * full) / 2;
  for (let i = 0; i < full; i++) box(pen, left + i * pitch + 0.6, 20.6, pitch - 1.2, 2.4, 0, i < held ? ink : "", ink, i < held ? 0.5 : 0.7);
}

/* Markers in short words; where these could not be read, dots in their colours. */
function badges(pen, marks, colours, pixels) {
  const least = (LETTER * SIZE) / pixels, font = Math.max(6.8, least);
  marks.slice(0, least > 11.5 ? 4 : 6).forEach((mark, row) => {
    const [ground, ink] = Object.hasOwn(colours, mark.toUpperCase()) ? colours[mark.toUpperCase()] : DARK;
    if (least > 11.5) {
      box(pen, 17, -25 + row * 11, 10, 10, 5, ground, "#fff", 1.4);
      return;
    }
    const wide = Math.max(1.76 * font, 3.6 + 0.72 * font * mark.length), y = -26 + row * font * 1.38;
    box(pen, 28.5 - wide, y, wide, font * 1.29, 3.2, ground, "#fff", 0.9);
    pen.fillStyle = ink;
    words(pen, mark, 28.5 - wide / 2, y + font, font);
  });
}

/* How many lie in a pile of which only the first is drawn. */
function counted(pen, count, pixels) {
  const font = Math.max(13, (LETTER * SIZE) / pixels), wide = font * 0.66 * String(count).length + 5;
  box(pen, -27, 27 - font, wide, font, 3.5, "#fff", INK, 1.4);
  pen.fillStyle = INK;
  words(pen, String(count), wide / 2 - 27, 27 - font * 0.15, font);
}

/* A pile as a block in the colour of its side: its largest size and its steps; `wide` and `high` in pixels of the screen. */
function block(pen, looks, style, wide, high) {
  const sides = [...new Set(looks.map(({ side }) => side))].sort();
  sides.forEach((side, n) => {
    const own = looks.filter((look) => look.side === side), { ink, edge, fill } = style.sides[side], share = wide / sides.length;
    const x = (n - (sides.length - 1) / 2) * share;
    if (looks.length > 1) box(pen, x - share / 2 + high / 9, -high / 2 - high / 9, share, high, 1.5, fill, edge, 1);
    box(pen, x - share / 2, -high / 2, share, high, 1.5, fill, edge, 1);
    const mark = own.map(({ size }) => size).filter((size) => RANKS.includes(size)).sort((a, b) => RANKS.indexOf(a) - RANKS.indexOf(b))[0];
    const sum = String(own.reduce((all, look) => all + Math.max(look.steps, 0), 0));
    const rows = mark && 1.75 * LETTER <= high && mark.length * LETTER * 0.62 <= share + 2 ? [mark, sum] : [sum];
    pen.fillStyle = ink;
    rows.forEach((text, row) => {
      const fit = Math.min(LETTER * 1.25, high / (rows.length === 1 ? 0.8 : 2.1), share / (0.56 * text.length));
      if (fit >= LETTER) words(pen, text, x, fit * 0.36 + (row - (rows.length - 1) / 2) * high * 0.46, fit);
    });
  });
}

Object.assign(PBEM, { faces: { counter, badges, block, counted, box, words, SIZE, BLOCK, SANS, LETTER } });
})(globalThis);
