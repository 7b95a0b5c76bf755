/* Counters drawn on a canvas with the shapes and symbols that the page holds as SVG, with as much of each as can be read.
   Every text comes in as text: nothing here is read as markup. */
(function (root) {
"use strict";
const PBEM = root.PBEM;
const SIZE = 50, BLOCK = 25, FULL = 36, LETTER = 9.05;
const CREAM = "#fdfbf2", INK = "#1c1b18", DARK = ["#2b2a26", "#ffffff"];
const SANS = "'Helvetica Neue', Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif";
const EDGE = 24.2, SIDE = 44, LOW = 31;
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

/* `most`: how wide it is drawn at most. */
function words(pen, text, x, y, size, bold = true, most = undefined) {
  pen.font = `${bold ? "bold " : ""}${size}px ${SANS}`;
  pen.textAlign = "center";
  pen.fillText(text, x, y, most);
}

/* The width of letters in shares of their size, as the table and pbem map reckon it. */
function ems(text) {
  let wide = 0;
  for (const sign of text) wide += "ijlI.,:;'|![]()/ ".includes(sign) ? 0.31 : "-ftr*•".includes(sign) ? 0.36 : "mwMW…".includes(sign) ? 0.88 : sign !== sign.toLowerCase() ? 0.7 : 0.56;
  return wide;
}

/* Where the strip of a name on the left side ends. */
const right = (font) => (font ? 0.96 * font - EDGE + 0.3 : -EDGE);

/* How large a name is written (0: there is no room), and whether along the whole side. */
function named(name, values, least) {
  if (!name) return [0, false];
  const most = Math.max(7.2, least), wide = 0.92 * ems(name), short = Math.min(most, LOW / wide), whole = Math.min(most, SIDE / wide);
  if (short >= least) return [short, false];
  return whole >= least && ems(values) * Math.max(least, 7) <= EDGE - right(whole) - 0.6 ? [whole, true] : [0, false];
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
  const tried = [look.name, look.name.split("/")[0]].map((name) => [...(full && look.values ? named(name, look.values, least) : [0, false]), name]);
  const [font, long, name] = tried.find(([size]) => size) || tried[0], end = right(font);
  const [wide, high, x, y, grown] = full ? [36, 23.4, Math.max(-17.6, end) + 18, -3.5, 1] : [42, 26.5, 0, -8.2, 1.3];
  box(pen, x - wide / 2, y - high / 2, wide, high, 2, look.band || edge, edge, 0.6);
  pen.save();
  pen.translate(x, y);
  pen.scale(grown, grown);
  box(pen, -14, -9, 28, 18, 0, CREAM, INK, 1.4);
  symbol(pen, "n-" + look.glyph);
  pen.restore();
  pen.fillStyle = ink;
  if (full) {
    if (look.size && least <= 9.4) words(pen, look.size, x, -16.4, Math.min(Math.max(7.2, least), 24 / ems(look.size)));
    const start = long ? end : -EDGE, room = EDGE - start - 0.6, said = look.values || look.name, fit = Math.min(Math.max(12.6, least), room / ems(said));
    if (said && fit >= least) words(pen, said, (start + EDGE) / 2, 18.4, fit, true, room);
    if (font) {
      pen.save();
      pen.translate(0.74 * font - EDGE, long ? -2.3 : -7.8);
      pen.rotate(-Math.PI / 2);
      words(pen, name, 0, 0, font, false, long ? SIDE : LOW);
      pen.restore();
    }
  } else {
    const factor = one(look), fit = Math.min(15, 46 / (ems(look.name) || 1));
    if (factor) words(pen, factor, 0, 19.6, Math.min(Math.max(15, least), 18.6), true, 46);
    else if (fit >= least) words(pen, look.name, 0, 19.6, fit, true, 46);
  }
  steps(pen, look, ink);
}

/* The first figure of what is printed on a counter. */
const one = ({ values }) => (/[0-9]+/.exec(values) || [values.slice(0, 3)])[0];

function steps(pen, { steps: held, full }, ink) {
  if (full < 1 || full > 12) return;
  const pitch = Math.min(9, 40 / full), left = (-pitch * full) / 2;
  for (let i = 0; i < full; i++) box(pen, left + i * pitch + 0.6, 21.2, pitch - 1.2, 2.4, 0, i < held ? ink : "", ink, i < held ? 0.5 : 0.7);
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

/* A pile as a block: the symbol, size and one factor of its first counter, an edge behind it for a second and a third unit;
   a half for each of two sides. `wide` and `high` in pixels of the screen. */
function block(pen, looks, style, wide, high) {
  const sides = [...new Set(looks.map(({ side }) => side))].sort(), share = wide / sides.length, behind = Math.max(high * 0.08, 1.8);
  const body = (x, y, width, { fill, edge }) => box(pen, x - width / 2, y - high / 2, width, high, 1.5, fill, edge, 1.1);
  for (let n = Math.min(looks.length - 1, 2); n > 0; n--) body(n * behind, -n * behind, wide, style.sides[looks[0].side]);
  sides.forEach((side, n) => {
    const x = (n - (sides.length - 1) / 2) * share;
    body(x, 0, share, style.sides[side]);
    if (high >= 7) front(pen, looks.find((look) => look.side === side), x, share, high, style.sides[side].ink);
  });
}

function front(pen, look, x, wide, high, ink) {
  let top = -high / 2 + 1.8, bottom = high / 2 - 1.8;
  pen.fillStyle = pen.strokeStyle = ink;
  const factor = one(look);
  if (high >= 19.5 && sized(pen, look.size, x, top, wide)) top += 4.6;
  if (factor && high >= 16.5 && ems(factor) * LETTER <= wide) {
    words(pen, factor, x, bottom, LETTER);
    bottom -= 0.73 * LETTER + 1.2;
  }
  const scale = Math.min((bottom - top) / 19.4, (wide - 3) / 29.4);
  pen.save();
  pen.translate(x, (top + bottom) / 2);
  pen.scale(scale, scale);
  box(pen, -14, -9, 28, 18, 0, CREAM, INK, 1.4);
  symbol(pen, "n-" + look.glyph);
  pen.restore();
}

/* A size mark as strokes: letters could not be read there. */
function sized(pen, size, middle, top, wide) {
  const steps = [...size].map((sign) => (sign === "X" ? 4.6 : 2.8)), long = steps.reduce((sum, each) => sum + each, 0);
  if (!/^[XI•.]+$/.test(size) || long > wide) return false;
  let x = middle - long / 2;
  pen.lineWidth = 1.2;
  pen.beginPath();
  [...size].forEach((sign, n) => {
    const [left, end, half, foot] = [x + 0.5, x + steps[n] - 0.5, x + steps[n] / 2, top + 3.4];
    const lines = sign === "X" ? [[left, top, end, foot], [end, top, left, foot]] : [[half, sign === "I" ? top : foot - 1.4, half, foot]];
    for (const [ax, ay, bx, by] of lines) { pen.moveTo(ax, ay); pen.lineTo(bx, by); }
    x += steps[n];
  });
  pen.stroke();
  return true;
}

Object.assign(PBEM, { faces: { counter, badges, block, counted, box, words, SIZE, BLOCK, SANS, LETTER } });
})(globalThis);
