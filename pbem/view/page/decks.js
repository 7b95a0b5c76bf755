/* Shared decks (schemas/deck.md): keys handed over and cards shown are proved here; masks when the vaults are opened. */
(function (root) {
"use strict";
const PBEM = root.PBEM;
const { need, th, hex, unhex, join, unsigned } = PBEM;

const P = 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n;
const B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;
const L = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const G = "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296";
const NONE = [1n, 1n, 0n];

const mod = (value, by = P) => ((value % by) + by) % by;
const big = (text) => BigInt("0x" + text);
const text = (value) => value.toString(16).padStart(64, "0");

function power(base, exponent) {
  let result = 1n;
  for (; exponent > 0n; exponent >>= 1n, base = (base * base) % P) if (exponent & 1n) result = (result * base) % P;
  return result;
}

/* A y that belongs to an x; null when there is none. */
function yOf(x) {
  const square = mod(x * x * x - 3n * x + B), y = power(square, (P + 1n) / 4n);
  return x < P && (y * y) % P === square ? y : null;
}

/* An element, as hex: refused when it is none. */
function element(value) {
  need(yOf(big(value)) !== null, "bad-point");
  return value;
}

function scalar(value) {
  need(big(value) > 0n && big(value) < L, "bad-scalar");
  return big(value);
}

/* Points are Jacobian triples. */
function double([x, y, z]) {
  const yy = (y * y) % P, s = (4n * x * yy) % P, m = mod(3n * (x - z * z) * (x + z * z));
  const x3 = mod(m * m - 2n * s);
  return [x3, mod(m * (s - x3) - 8n * yy * yy), (2n * y * z) % P];
}

function plus(one, two) {
  if (!one[2] || !two[2]) return one[2] ? one : two;
  const [x1, y1, z1] = one, [x2, y2, z2] = two, zz1 = (z1 * z1) % P, zz2 = (z2 * z2) % P;
  const u1 = (x1 * zz2) % P, s1 = (((y1 * zz2) % P) * z2) % P;
  const h = mod(x2 * zz1 - u1), r = mod(((y2 * zz1) % P) * z1 - s1);
  if (!h) return r ? NONE : double(one);
  const hh = (h * h) % P, hhh = (h * hh) % P, v = (u1 * hh) % P, x3 = mod(r * r - hhh - 2n * v);
  return [x3, mod(r * (v - x3) - s1 * hhh), (((h * z1) % P) * z2) % P];
}

/* n times an element, four bits at a time. */
function multiply(n, value) {
  const x = big(value), table = [NONE, [x, yOf(x), 1n]];
  while (table.length < 16) table.push(plus(table[table.length - 1], table[1]));
  let found = NONE;
  for (let shift = 252n; shift >= 0n; shift -= 4n) {
    for (let i = 0; i < 4; i++) found = double(found);
    found = plus(found, table[Number((n >> shift) & 15n)]);
  }
  return found;
}

const xOf = ([x, , z]) => text((x * power((z * z) % P, P - 2n)) % P);
const times = (n, value) => xOf(multiply(n, value));

/* The sum and the difference: an element has no sign. */
function either(one, two) {
  const found = [plus(one, two), plus(one, [two[0], mod(-two[1]), two[2]])];
  return found.filter((each) => each[2]).map(xOf);
}

function cardPoint(gid, label, number, name) {
  for (let t = 0; t < 1000; t++) {
    const found = hex(th("deck-card", gid, label, unsigned(number, 4), name, unsigned(t, 4)));
    if (yOf(big(found)) !== null) return found;
  }
  throw new Error("no point in a thousand tries");
}

const whole = (points) => join(...points.map(unhex));

/* That one number leads from G to link.key and from link.inner to link.outer. */
function checkLink(link, proof, code) {
  const c = scalar(proof.slice(0, 64)), e = scalar(proof.slice(64));
  const points = [link.key, link.inner, link.outer].map(unhex);
  const statement = th("deck-link", link.gid, link.label, unsigned(link.slot, 4), link.seat, ...points);
  const one = either(multiply(e, G), multiply(c, link.key)), two = either(multiply(e, link.inner), multiply(c, link.outer));
  const challenge = (v, w) => (big(hex(th("deck-challenge", statement, unhex(v), unhex(w)))) % (L - 1n)) + 1n;
  need(one.some((v) => two.some((w) => challenge(v, w) === c)), code);
}

/* s(label) of deck.md: a secret number of an opened vault. */
async function secret(vault, label) {
  const key = await crypto.subtle.importKey("raw", vault, { name: "HMAC", hash: "SHA-512" }, false, ["sign"]);
  return (big(hex(new Uint8Array(await crypto.subtle.sign("HMAC", key, label)))) % (L - 1n)) + 1n;
}

class Deck {
  constructor(gid, label, names) {
    Object.assign(this, { gid, label, names, base: { A: G, B: G }, hand: new Map(), dealt: new Set(), masks: [], mixing: [], last: "" });
    this.points = names.map((name, i) => cardPoint(gid, label, i + 1, name));
  }

  /* era: how often this seat had renewed its keys, and so which of its vault keys the mask follows from. */
  mask(entry, by, era = 0) {
    const mix = entry.mix || [], every = this.points.map((_, i) => i + 1);
    if (this.last) need(by !== this.last && !mix.length, "wrong-label");
    else {
      need((mix.length > 0) === (this.masks.length > 0), "wrong-label");
      need(mix.every((n, i) => every.includes(n) && (!i || n > mix[i - 1])), "wrong-label");
      this.mixing = mix.length ? mix : every;
      for (const n of this.mixing) for (const known of [this.hand, this.dealt]) known.delete(n);
    }
    const held = [...this.hand.keys()].filter((n) => this.hand.get(n).owner === by).sort((a, b) => a - b);
    need(entry.p.length === this.points.length + held.length, "bad-shuffle");
    const slots = entry.p.slice(0, this.points.length), handed = entry.p.slice(this.points.length);
    const side = (base, points, hand) => ({
      base, fixed: [...every.filter((n) => !this.mixing.includes(n)).map((n) => points[n - 1]), ...hand], mixed: this.mixing.map((n) => points[n - 1]),
    });
    const given = side(this.base[by], this.points, held.map((n) => this.hand.get(n).outer));
    const made = side(element(entry.q), slots.map(element), handed.map(element));
    const head = [this.gid, this.label, unsigned(this.masks.length + 1, 4), by, unhex(given.base)];
    this.masks.push({ by, era, given, made, digest: th("deck-input", ...head, whole(given.fixed), whole(given.mixed)) });
    held.forEach((n, i) => this.hand.set(n, { owner: by, outer: handed[i] }));
    this.points = slots;
    this.base[by] = entry.q;
    this.last = this.last ? "" : by;
  }

  link(slot, seat, inner, outer) {
    return { gid: this.gid, label: this.label, slot, seat, key: this.base[seat], inner, outer };
  }

  keys(entry, by) {
    need(!this.last && entry.n.length === entry.u.length && entry.u.length === entry.pf.length, "wrong-label");
    entry.n.forEach((n, i) => {
      need(n >= 1 && n <= this.points.length && !this.dealt.has(n), "wrong-label");
      checkLink(this.link(n, by, element(entry.u[i]), this.points[n - 1]), entry.pf[i], "wrong-key");
      this.hand.set(n, { owner: by === "A" ? "B" : "A", outer: entry.u[i] });
      this.dealt.add(n);
    });
  }

  show(entry, by) {
    const held = this.hand.get(entry.n);
    need(held !== undefined && held.owner === by, "never-dealt");
    need(this.names[entry.card - 1] === entry.v, "other-card");
    const inner = cardPoint(this.gid, this.label, entry.card, entry.v);
    checkLink(this.link(entry.n, by, inner, held.outer), entry.pf, "other-card");
    this.hand.delete(entry.n);
  }

  /* Every mask of a seat made again from its vault key; gives how many. */
  async audit(by, vaults) {
    const mine = this.masks.filter((each) => each.by === by);
    for (const { era, given, made, digest } of mine) {
      const k = await secret(vaults[era], th("deck-key", digest)), again = (points) => points.map((each) => times(k, each));
      need(times(k, given.base) === made.base && again(given.fixed).join() === made.fixed.join(), "other-mask");
      need(again(given.mixed).sort().join() === [...made.mixed].sort().join(), "other-mask");
    }
    return mine.length;
  }
}

Object.assign(PBEM, { Deck, decks: { checkLink, cardPoint } });
})(globalThis);
