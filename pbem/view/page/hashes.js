/* Bytes and hashes (schemas/log.md, conventions). Plain scripts: each file adds its names to PBEM, in a page as under Node. */
(function (root) {
"use strict";
const PBEM = root.PBEM = root.PBEM || {};

/* A refusal: the code of schemas/log.md, and the entry at fault where there is one. */
class Refused extends Error {
  constructor(code, entry) {
    super(code);
    this.code = code;
    this.entry = entry === undefined ? null : entry;
  }
}

function need(holds, code) {
  if (!holds) throw new Refused(code);
}

const K = new Uint32Array(64);
const START = new Uint32Array(8);

/* The constants of SHA-256 are the fractions of roots of the first primes: whole-number roots of p * 2^64 and p * 2^96. */
(function constants() {
  const mask = (1n << 32n) - 1n;
  function floorRoot(value, degree) {
    let low = 0n, high = 1n << 40n;
    while (high - low > 1n) {
      const middle = (low + high) / 2n;
      if (middle ** degree <= value) low = middle; else high = middle;
    }
    return low;
  }
  let found = 0;
  for (let n = 2; found < 64; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
    if (!prime) continue;
    if (found < 8) START[found] = Number(floorRoot(BigInt(n) << 64n, 2n) & mask);
    K[found++] = Number(floorRoot(BigInt(n) << 96n, 3n) & mask);
  }
})();

const W = new Uint32Array(64);

function compress(state, data, at) {
  for (let i = 0; i < 16; i++, at += 4) {
    W[i] = (data[at] << 24) | (data[at + 1] << 16) | (data[at + 2] << 8) | data[at + 3];
  }
  for (let i = 16; i < 64; i++) {
    const a = W[i - 15], b = W[i - 2];
    const s0 = ((a >>> 7) | (a << 25)) ^ ((a >>> 18) | (a << 14)) ^ (a >>> 3);
    const s1 = ((b >>> 17) | (b << 15)) ^ ((b >>> 19) | (b << 13)) ^ (b >>> 10);
    W[i] = W[i - 16] + s0 + W[i - 7] + s1;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const one = (h + s1 + ((e & f) ^ (~e & g)) + K[i] + W[i]) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g; g = f; f = e; e = (d + one) | 0; d = c; c = b; b = a; a = (one + two) | 0;
  }
  const next = [a, b, c, d, e, f, g, h];
  for (let i = 0; i < 8; i++) state[i] += next[i];
}

/* SHA-256 (FIPS 180-4) of bytes: 32 bytes. */
function sha256(data) {
  const state = Uint32Array.from(START);
  const whole = data.length - (data.length % 64);
  for (let at = 0; at < whole; at += 64) compress(state, data, at);
  const rest = data.length - whole;
  const tail = new Uint8Array(rest < 56 ? 64 : 128);
  tail.set(data.subarray(whole));
  tail[rest] = 0x80;
  const view = new DataView(tail.buffer);
  view.setUint32(tail.length - 8, Math.floor(data.length / 0x20000000));
  view.setUint32(tail.length - 4, (data.length << 3) >>> 0);
  for (let at = 0; at < tail.length; at += 64) compress(state, tail, at);
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => out.setUint32(4 * i, word));
  return new Uint8Array(out.buffer);
}

/* HMAC-SHA256 (RFC 2104). */
function hmac(key, message) {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const inner = sha256(join(block.map((byte) => byte ^ 0x36), message));
  return sha256(join(block.map((byte) => byte ^ 0x5c), inner));
}

function join(...parts) {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

const encoder = new TextEncoder();
const utf8 = (text) => encoder.encode(text);

function unsigned(value, size) {
  const out = new Uint8Array(size);
  for (let i = size - 1; i >= 0; i--) {
    out[i] = value % 256;
    value = Math.floor(value / 256);
  }
  return out;
}

const tags = new Map();

/* The tagged hash TH; parts are bytes or text. */
function th(purpose, ...parts) {
  let tag = tags.get(purpose);
  if (tag === undefined) tags.set(purpose, (tag = utf8("pbem/1/" + purpose)));
  const pieces = [unsigned(tag.length, 2), unsigned(parts.length, 2), tag];
  for (const part of parts) {
    const bytes = typeof part === "string" ? utf8(part) : part;
    pieces.push(unsigned(bytes.length, 4), bytes);
  }
  return sha256(join(...pieces));
}

const DIGITS = Array.from({ length: 256 }, (_, n) => n.toString(16).padStart(2, "0"));

const hex = (bytes) => Array.from(bytes, (byte) => DIGITS[byte]).join("");

function unhex(text) {
  const out = new Uint8Array(text.length / 2);
  for (let i = 0; i < out.length; i++) out[i] = parseInt(text.slice(2 * i, 2 * i + 2), 16);
  return out;
}

function same(a, b) {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

function unbase64(text) {
  const raw = atob(text);
  const out = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) out[i] = raw.charCodeAt(i);
  return out;
}

Object.assign(PBEM, { Refused, need, sha256, hmac, join, utf8, unsigned, th, hex, unhex, same, unbase64 });
})(globalThis);
