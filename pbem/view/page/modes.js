/* Other ways to look at a position: who holds what, and who is cut off. */
(function (root) {
"use strict";
const PBEM = root.PBEM;
const { words } = PBEM;
const CUT_OFF = new Set(["ISO", "OOS"]);
const INKS = ["29, 95, 168", "179, 32, 44"];

Object.assign(words.en, { look: "Look at", modes: { units: "Units", control: "Control", supply: "Supply", terrain: "Terrain" } });
Object.assign(words.es, { look: "Ver", modes: { units: "Unidades", control: "Control", supply: "Suministro", terrain: "Terreno" } });

/* Each place in the colour of the side whose counters stood there last. */
function control(table) {
  const { film, pen, stage } = table;
  for (const [place, side] of film.holders(table.count)) {
    const at = table.spot(place), [outline] = film.reel.shapes[film.reel.shape[place] || 0] || [[]];
    if (at === null || !outline.length || !Object.hasOwn(film.reel.places, place)) continue;
    pen.beginPath();
    for (let i = 0; i < outline.length; i += 2) pen.lineTo(...table.screen([at[0] + outline[i], at[1] + outline[i + 1]]));
    pen.closePath();
    const n = film.sides.indexOf(side), now = table.state.piles.has(place);
    pen.fillStyle = `rgba(${INKS[n] || "90, 84, 67"}, ${now ? 0.42 : 0.24})`;
    pen.fill();
    if (n !== 1) continue;
    // Sides differ by more than their colour: the second one is hatched as well.
    const [x, y] = table.screen(at), r = 26 * stage.scale;
    pen.beginPath();
    for (const d of [-r / 2, 0, r / 2]) { pen.moveTo(x - r + d, y + r); pen.lineTo(x + r + d, y - r); }
    Object.assign(pen, { strokeStyle: `rgba(${INKS[1]}, .45)`, lineWidth: Math.max(1, 2 * stage.scale) });
    pen.stroke();
  }
}

/* A ring around every counter that is cut off; the others are paled. */
function supply(table) {
  const { pen, film } = table;
  for (const { looks, x, y, half } of table.items) {
    const cut = looks.some((number) => film.look(number).marks.some((mark) => CUT_OFF.has(mark)));
    if (!cut) {
      pen.fillStyle = "rgba(246, 241, 226, .55)";
      pen.fillRect(x - half, y - half, half * 2, half * 2);
      continue;
    }
    pen.beginPath();
    pen.arc(x, y, half * 1.35, 0, 7);
    Object.assign(pen, { strokeStyle: "#6a3d8f", lineWidth: 4 });
    pen.stroke();
  }
}

Object.assign(PBEM, { modes: { control, supply } });
})(globalThis);
