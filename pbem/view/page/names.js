/* Names of places that lie under counters: hidden on the map, and written beside what covers them, where there is room. */
(function (root) {
"use strict";
/* More numbers than that are those of hexes: a name may lie on one. */
const GAP = 2, CODES = 300;
const meets = (one, two) => one[0] < two[2] && one[2] > two[0] && one[1] < two[3] && one[3] > two[1];

class Names {
  constructor(board) { Object.assign(this, { board, level: null, known: [], codes: [] }); }

  /* Those of one line that the map shows at this level, each with its box on it: measured once a level. */
  shown(level) {
    if (level === this.level) return this.known;
    this.clear();
    this.level = level;
    const seen = (kind) => [...this.board.querySelectorAll(`.${kind} text`)].filter((text) => !text.childElementCount && text.getClientRects().length);
    const codes = seen("numbers");
    this.codes = codes.length > CODES ? [] : codes.map((text) => box(text));
    this.known = seen("names").map((text) => ({ text, box: box(text), style: root.getComputedStyle(text) })).filter(({ style }) => style.letterSpacing === "normal");
    return this.known;
  }

  clear() { for (const { text } of this.known) text.classList.remove("covered"); }

  draw({ pen, stage: { plane, scale, x, y }, items }) {
    const known = this.shown(plane.dataset.level), lies = items.map((item) => [item.x - item.half, item.y - item.half, item.x + item.half, item.y + item.half]);
    const screen = ([left, top, right, bottom]) => [left * scale + x, top * scale + y, right * scale + x, bottom * scale + y];
    const boxes = known.map(({ box: at }) => screen(at)), map = screen([0, 0, ...["width", "height"].map((name) => Number(this.board.getAttribute(name)))]);
    const under = boxes.map((at) => lies.filter((lie) => meets(at, lie))), taken = [...lies, ...boxes.filter((_, n) => !under[n].length), ...this.codes.map(screen)];
    const open = (way) => way[0] >= map[0] && way[1] >= map[1] && way[2] <= map[2] && way[3] <= map[3] && !taken.some((other) => meets(way, other));
    known.forEach(({ text, style, box: [, top] }, n) => {
      const way = under[n].length ? beside(boxes[n], under[n]).find(open) : null;
      text.classList.toggle("covered", Boolean(way));
      if (!way) return;
      taken.push(way);
      write(pen, text, style, [way[0], way[1] + (Number(text.getAttribute("y")) - top) * scale], scale);
    });
  }
}

/* Letters are less high than their line. */
function box(text) {
  const { x, y, width, height } = text.getBBox();
  return [x, y + height * 0.2, x + width, y + height * 0.85];
}

/* Where a name may lie instead: below what covers it, above it, behind it and before it. */
function beside([left, top, right, bottom], lies) {
  const [wide, high] = [right - left, bottom - top], edge = (most, n) => most(...lies.map((lie) => lie[n]));
  const low = edge(Math.max, 3) + GAP, over = edge(Math.min, 1) - GAP, after = edge(Math.max, 2) + GAP, before = edge(Math.min, 0) - GAP;
  return [[left, low, right, low + high], [left, over - high, right, over], [after, top, after + wide, bottom], [before - wide, top, before, bottom]];
}

function write(pen, text, style, [x, y], scale) {
  pen.save();
  Object.assign(pen, { font: `${style.fontStyle} ${style.fontWeight} condensed ${parseFloat(style.fontSize) * scale}px ${style.fontFamily}`, textAlign: "left", textBaseline: "alphabetic", lineJoin: "round" });
  Object.assign(pen, { strokeStyle: style.stroke === "none" ? "#f6f1e2" : style.stroke, lineWidth: parseFloat(style.strokeWidth) * scale, fillStyle: style.fill });
  pen.strokeText(text.textContent, x, y);
  pen.fillText(text.textContent, x, y);
  pen.restore();
}

Object.assign(root.PBEM, { Names });
})(globalThis);
