/* Seed chains and the faces of a roll (schemas/dice.md). */
(function (root) {
"use strict";
const PBEM = root.PBEM;
const { th, join, hmac, unsigned, utf8 } = PBEM;

/* The seed x[to] that follows from x[index]. */
function chainBack(key, x, index, to) {
  for (let i = index; i > to; i--) x = th("chain", key, unsigned(i, 8), x);
  return x;
}

const rollContext = (gid, index, request, why) => th("roll", gid, unsigned(index, 8), request, why);

/* The faces of a roll; seeds are x_A | x_B, a die is [sides, lowest face]. */
function faces(context, seeds, label, dice) {
  const key = hmac(hmac(context, seeds), join(utf8("pbem/1/stream\0"), utf8(label), new Uint8Array([1])));
  let block = null, counter = 0, at = 32;
  function word() {
    if (at === 32) {
      block = new DataView(hmac(key, unsigned(counter++, 4)).buffer);
      at = 0;
    }
    at += 4;
    return block.getUint32(at - 4);
  }
  return dice.map(([sides, low]) => {
    const limit = 2 ** 32 - (2 ** 32 % sides);
    let drawn = word();
    while (drawn >= limit) drawn = word();
    return low + (drawn % sides);
  });
}

Object.assign(PBEM, { chainBack, rollContext, faces });
})(globalThis);
