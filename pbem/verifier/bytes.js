/* Bytes and hashes (schemas/log.md, conventions). Plain scripts: each file adds its names to PBEM, in a page as under Node. */
(function (root) {
"use strict";
const PBEM = root.PBEM = root.PBEM || {};
const { noble } = PBEM;

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

const sha256 = (data) => noble.sha256(data);
const sha512 = (data) => noble.sha512(data);
const hmac = (key, message) => noble.hmac(noble.sha256, key, message);
const hmac512 = (key, message) => noble.hmac(noble.sha512, key, message);

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

/* A whole number below 2^53, most significant byte first. */
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

Object.assign(PBEM, { Refused, need, sha256, sha512, hmac, hmac512, join, utf8, unsigned, th, hex, unhex, same, unbase64 });
})(globalThis);
