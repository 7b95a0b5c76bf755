/*
 * Elements of P-256 as x coordinates (schemas/deck.md, the group). Sums need both coordinates and are made here; the many
 * multiples of a mask are the platform's (WebCrypto, ECDH: what it derives is the x coordinate of a multiple).
 */
(function (root) {
"use strict";
const PBEM = root.PBEM;
const { need, hex, unhex } = PBEM;

const P = 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n;
const B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;
const L = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const G = "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296";
const NONE = [1n, 1n, 0n];
const CURVE = { name: "ECDH", namedCurve: "P-256" };

const mod = (value, by = P) => ((value % by) + by) % by;
const big = (text) => BigInt("0x" + text);
const text = (value) => value.toString(16).padStart(64, "0");

function power(base, exponent, by = P) {
  let result = 1n;
  for (; exponent > 0n; exponent >>= 1n, base = (base * base) % by) if (exponent & 1n) result = (result * base) % by;
  return result;
}

/* A y that belongs to an x; null when there is none. */
function yOf(x) {
  const square = mod(x * x * x - 3n * x + B), y = power(square, (P + 1n) / 4n);
  return x < P && (y * y) % P === square ? y : null;
}

const isElement = (value) => yOf(big(value)) !== null;

/* An element, as hex: refused when it is none. */
function element(value) {
  need(isElement(value), "bad-point");
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

const affine = ([x, y, z]) => {
  const back = power(z, P - 2n), square = (back * back) % P;
  return [(x * square) % P, (((y * square) % P) * back) % P];
};
const xOf = (point) => text(affine(point)[0]);

/* The sum and the difference: an element has no sign. Of an element and itself there is no such pair. */
function either(one, two) {
  const found = [plus(one, two), plus(one, [two[0], mod(-two[1]), two[2]])];
  return found.every((each) => each[2]) ? found.map(xOf) : [];
}

/* --- multiples by the platform --- */

let gTable = null;

/* n times G as affine coordinates: 64 sums of points that are worked out once. */
function timesG(n) {
  if (gTable === null) {
    gTable = [];
    for (let row = [big(G), yOf(big(G)), 1n], i = 0; i < 64; i++) {
      const multiples = [NONE, row];
      while (multiples.length < 16) multiples.push(plus(multiples[multiples.length - 1], row));
      gTable.push(multiples.map((each) => (each[2] ? [...affine(each), 1n] : NONE)));
      row = plus(multiples[15], row);
    }
  }
  let found = NONE;
  for (const row of gTable) {
    found = plus(found, row[Number(n & 15n)]);
    n >>= 4n;
  }
  return affine(found);
}

const jwkText = (value) => btoa(String.fromCharCode(...unhex(text(value)))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");

/* Points that were given to the platform, for one mask: each stands in every round. */
class Points {
  constructor() { this.known = new Map(); }

  key(value) {
    if (!this.known.has(value)) {
      const raw = unhex("04" + value + text(yOf(big(value))));
      this.known.set(value, root.crypto.subtle.importKey("raw", raw, CURVE, false, []));
    }
    return this.known.get(value);
  }

  /* n times each of some elements. Browsers want the public point beside the number, though nothing here needs it. */
  async times(n, values) {
    if (!root.crypto || !root.crypto.subtle) return slowly(n, values);
    const [x, y] = timesG(n).map(jwkText);
    const jwk = { kty: "EC", crv: "P-256", d: jwkText(n), x, y, ext: true };
    const secret = await root.crypto.subtle.importKey("jwk", jwk, CURVE, false, ["deriveBits"]);
    return Promise.all(values.map(async (value) => {
      const bits = await root.crypto.subtle.deriveBits({ name: "ECDH", public: await this.key(value) }, secret, 256);
      return hex(new Uint8Array(bits));
    }));
  }
}

/* The same without a platform that can: some milliseconds each, with a pause after every few for who is watching. */
async function slowly(n, values) {
  const found = [];
  for (const [i, value] of values.entries()) {
    found.push(xOf(multiply(n, value)));
    if (i % 8 === 7) await new Promise((resolve) => setTimeout(resolve, 0));
  }
  return found;
}

Object.assign(PBEM, { group: { G, ORDER: L, big, isElement, element, scalar, multiply, either, Points, timesG, text } });
})(globalThis);
