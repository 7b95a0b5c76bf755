/* Ed25519 as schemas/log.md asks for it: sound keys only, S below L, the cofactorless equation, R compared byte for byte. */
(function (root) {
"use strict";
const PBEM = root.PBEM;
const { need, same, join } = PBEM;

const P = 2n ** 255n - 19n;
const L = 2n ** 252n + 27742317777372353535851937790883648493n;
const mod = (value) => {
  const rest = value % P;
  return rest < 0n ? rest + P : rest;
};

function power(base, exponent) {
  let result = 1n;
  for (base = mod(base); exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) result = (result * base) % P;
    base = (base * base) % P;
  }
  return result;
}

const inverse = (value) => power(value, P - 2n);
const D = mod(-121665n * inverse(121666n));
const ROOT_OF_MINUS_1 = power(2n, (P - 1n) / 4n);

function little(bytes) {
  let value = 0n;
  for (let i = bytes.length - 1; i >= 0; i--) value = (value << 8n) | BigInt(bytes[i]);
  return value;
}

function bytesOf(value) {
  const out = new Uint8Array(32);
  for (let i = 0; i < 32; i++, value >>= 8n) out[i] = Number(value & 255n);
  return out;
}

/* The square of x that belongs to y on the curve -x^2 + y^2 = 1 + d x^2 y^2. */
const xSquared = (y) => mod((y * y - 1n) * inverse(D * y * y + 1n));

/* Refuses what is no sound public key: small-order-key, non-canonical-key, not-a-key. */
function checkKey(key) {
  const y = little(key) & ((1n << 255n) - 1n);
  const xx = xSquared(y);
  // Points of order 1 and 2 have x = 0, of order 4 y = 0; a point of order 8 doubles to y = 0, which is x^2 + y^2 = 0.
  need(xx !== 0n && mod(y) !== 0n && mod(xx + y * y) !== 0n, "small-order-key");
  need(y < P, "non-canonical-key");
  need(power(xx, (P - 1n) / 2n) === 1n, "not-a-key");
}

/* A point as (X, Y, Z, T) with x = X/Z, y = Y/Z, xy = T/Z; null when the encoding is none. */
function decode(bytes) {
  const whole = little(bytes);
  const y = whole & ((1n << 255n) - 1n);
  if (y >= P) return null;
  const xx = xSquared(y);
  let x = power(xx, (P + 3n) / 8n);
  if ((x * x - xx) % P !== 0n) x = (x * ROOT_OF_MINUS_1) % P;
  if ((x * x - xx) % P !== 0n) return null;
  const odd = whole >> 255n;
  if (x === 0n && odd) return null;
  if ((x & 1n) !== odd) x = P - x;
  return [x, y, 1n, (x * y) % P];
}

function encode([x, y, z]) {
  const back = inverse(z);
  const ax = (x * back) % P, ay = (y * back) % P;
  return bytesOf(ay | ((ax & 1n) << 255n));
}

function add(p, q) {
  const a = mod((p[1] - p[0]) * (q[1] - q[0]));
  const b = ((p[1] + p[0]) * (q[1] + q[0])) % P;
  const c = (((2n * p[3] * q[3]) % P) * D) % P;
  const d = (2n * p[2] * q[2]) % P;
  const e = b - a, f = d - c, g = d + c, h = b + a;
  return [mod(e * f), mod(g * h), mod(f * g), mod(e * h)];
}

function double(p) {
  const a = (p[0] * p[0]) % P, b = (p[1] * p[1]) % P, c = (2n * p[2] * p[2]) % P;
  const h = a + b, e = mod(h - (p[0] + p[1]) * (p[0] + p[1])), g = mod(a - b), f = mod(c + g);
  return [mod(e * f), mod(g * h), mod(f * g), mod(e * h)];
}

const negate = (p) => [mod(-p[0]), p[1], p[2], mod(-p[3])];
const BASE = decode(bytesOf((4n * inverse(5n)) % P));

/* u B + v Q in one run over the bits of both. */
function twice(u, v, q) {
  const both = add(BASE, q);
  let sum = [0n, 1n, 1n, 0n];
  for (let bit = 252n; bit >= 0n; bit--) {
    sum = double(sum);
    const which = Number((u >> bit) & 1n) + 2 * Number((v >> bit) & 1n);
    if (which) sum = add(sum, which === 1 ? BASE : which === 2 ? q : both);
  }
  return sum;
}

/* SHA-512, needed by the own verifier only: through the platform (Node, or a browser's crypto.subtle). */
async function sha512(data) {
  return new Uint8Array(await root.crypto.subtle.digest("SHA-512", data));
}

/* Whether the signature holds, computed here: S B = R + k A, that is, R is the encoding of S B - k A. */
async function verifyOwn(key, sig, message) {
  const s = little(sig.subarray(32));
  const point = decode(key);
  if (s >= L || point === null) return false;
  const k = little(await sha512(join(sig.subarray(0, 32), key, message))) % L;
  return same(encode(twice(s, k, negate(point))), sig.subarray(0, 32));
}

const imported = new Map();

/* Whether the signature holds, by the platform's WebCrypto; sounder than any script, and a hundred times as fast. */
async function verifyPlatform(key, sig, message) {
  const name = PBEM.hex(key);
  if (!imported.has(name)) {
    imported.set(name, await root.crypto.subtle.importKey("raw", key, { name: "Ed25519" }, false, ["verify"]));
  }
  if (little(sig.subarray(32)) >= L) return false;
  return root.crypto.subtle.verify({ name: "Ed25519" }, imported.get(name), sig, message);
}

/* How signatures can be checked here: "webcrypto", "own" (no Ed25519 in WebCrypto), or "" (no WebCrypto at all). */
async function method() {
  if (!root.crypto || !root.crypto.subtle) return "";
  try {
    const key = bytesOf((4n * inverse(5n)) % P);
    await root.crypto.subtle.importKey("raw", key, { name: "Ed25519" }, false, ["verify"]);
    return "webcrypto";
  } catch {
    return "own";
  }
}

Object.assign(PBEM, { ed25519: { checkKey, verifyOwn, verifyPlatform, method, ORDER: L, little, bytesOf } });
})(globalThis);
