/* Seed chains and the faces of a roll (schemas/dice.md). */
(function (root) {
"use strict";
const PBEM = root.PBEM;
const { need, th, join, hmac, unsigned, utf8, same, unhex } = PBEM;

/* The seed x[to] that follows from x[index]. */
function chainBack(key, x, index, to) {
  for (let i = index; i > to; i--) x = th("chain", key, unsigned(i, 8), x);
  return x;
}

/* A chain of seeds of a seat, and the last seed of it that was disclosed. */
class Chain {
  constructor({ key, tip, n }) { Object.assign(this, { key: unhex(key), tip, n, index: 0, seed: unhex(tip) }); }

  /* Seed x[index] is disclosed: it has to lead back to the last one. */
  disclose(index, text) {
    const x = unhex(text);
    need(same(chainBack(this.key, x, index, this.index), this.seed), "wrong-seed");
    Object.assign(this, { index, seed: x });
    return x;
  }
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

/* The faces of a roll of a challenge: from the dealer's seed alone, under the tip that was published. */
function dealtFaces(tip, index, seed, dice) {
  const none = new Uint8Array(32), context = rollContext(unhex(tip), index, none, "challenge");
  return faces(context, join(none, seed), "challenge", dice);
}

Object.assign(PBEM, { chainBack, Chain, rollContext, faces, dealtFaces });
})(globalThis);
