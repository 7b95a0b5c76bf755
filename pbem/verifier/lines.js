/* One line of a log against the profile of schemas/log.md: a reader of its own, which names the first condition that fails. */
(function (root) {
"use strict";
const PBEM = root.PBEM;
const { Refused, need, utf8 } = PBEM;

const MAX_LINE = 32768;
const MAX_DEPTH = 8;
const KEY = /^[a-z][a-z0-9_]{0,15}$/;
const TEXTS = new Set(["who", "text"]);
const CONTROL = /[\u0000-\u001f\u007f]/;
const PLAIN = /^[\u0020-\u007e]*$/;
const LONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;
const NAMED = { '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

/* The order in which several faults of one line are told: that of the table in the specification. */
const ORDER = [
  "bad-key", "duplicate-key", "key-order", "float", "big-int", "surrogate", "control", "not-ascii", "not-text", "nfd", "white-space",
  "number", "escape",
];

/* What is wrong with the characters of a string; a text may have those of one fixed list (text.js). */
function badCharacters(words, isText) {
  if (PLAIN.test(words)) return null;
  if (LONE.test(words)) return "surrogate";
  if (CONTROL.test(words)) return "control";
  if (!isText) return "not-ascii";
  for (const sign of words) if (!PBEM.inText(sign.codePointAt(0))) return "not-text";
  return words.normalize("NFC") === words ? null : "nfd";
}

function checkDepth(text) {
  let depth = 0, inside = false;
  for (let i = 0; i < text.length; i++) {
    const sign = text[i];
    if (inside) {
      if (sign === "\\") i++;
      else if (sign === '"') inside = false;
    } else if (sign === '"') inside = true;
    else if (sign === "{" || sign === "[") need(++depth <= MAX_DEPTH, "depth");
    else if (sign === "}" || sign === "]") depth--;
  }
}

class Reader {
  constructor(text) {
    this.text = text;
    this.at = 0;
    this.faults = new Set();
  }

  blank() {
    for (let sign = this.text[this.at]; sign === " " || sign === "\t" || sign === "\n" || sign === "\r"; sign = this.text[++this.at]) {
      this.faults.add("white-space");
    }
  }

  take(sign) {
    need(this.text[this.at] === sign, "not-json");
    this.at++;
  }

  /* depth: 0 outside the line's own object; isText: whether a string here is a text. */
  value(depth, isText = false) {
    const sign = this.text[this.at];
    if (sign === "{") return this.object(depth + 1);
    if (sign === "[") return this.array(depth + 1);
    if (sign === '"') return this.string(isText);
    for (const [word, value] of [["true", true], ["false", false], ["null", null]]) {
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        return value;
      }
    }
    for (const word of ["NaN", "Infinity", "-Infinity"]) {
      if (this.text.startsWith(word, this.at)) {
        this.faults.add("float");
        this.at += word.length;
        return 0;
      }
    }
    return this.number();
  }

  number() {
    NUMBER.lastIndex = this.at;
    const found = NUMBER.exec(this.text);
    need(found, "not-json");
    this.at += found[0].length;
    if (found[1] || found[2]) this.faults.add("float");
    else if (found[0] === "-0") this.faults.add("number");
    else if (!Number.isSafeInteger(Number(found[0]))) this.faults.add("big-int");
    return Number(found[0]);
  }

  string(isText) {
    this.take('"');
    let out = "";
    for (;;) {
      const sign = this.text[this.at++];
      need(sign !== undefined, "not-json");
      if (sign === '"') break;
      out += sign === "\\" ? this.escape() : sign;
    }
    const fault = badCharacters(out, isText);
    if (fault) this.faults.add(fault);
    return out;
  }

  escape() {
    const sign = this.text[this.at++];
    if (sign !== '"' && sign !== "\\") this.faults.add("escape");
    if (sign === "u") {
      const digits = this.text.slice(this.at, this.at + 4);
      need(/^[0-9a-fA-F]{4}$/.test(digits), "not-json");
      this.at += 4;
      return String.fromCharCode(parseInt(digits, 16));
    }
    need(Object.hasOwn(NAMED, sign || ""), "not-json");
    return NAMED[sign];
  }

  array(depth) {
    const out = [];
    this.take("[");
    this.blank();
    if (this.text[this.at] === "]") {
      this.at++;
      return out;
    }
    for (;;) {
      this.blank();
      out.push(this.value(depth));
      this.blank();
      if (this.text[this.at] === "]") break;
      this.take(",");
    }
    this.at++;
    return out;
  }

  object(depth) {
    const out = Object.create(null);
    let last = null;
    this.take("{");
    this.blank();
    if (this.text[this.at] === "}") {
      this.at++;
      return out;
    }
    for (;;) {
      this.blank();
      const key = this.string(false);
      if (!KEY.test(key)) this.faults.add("bad-key");
      else if (key in out) this.faults.add("duplicate-key");
      else if (last !== null && key < last) this.faults.add("key-order");
      last = key;
      this.blank();
      this.take(":");
      this.blank();
      out[key] = this.value(depth, depth === 1 && TEXTS.has(key));
      this.blank();
      if (this.text[this.at] === "}") break;
      this.take(",");
    }
    this.at++;
    return out;
  }
}

/* The object a line (bytes without newline) stands for; Refused with a code of the profile. */
function readLine(line) {
  need(line.length <= MAX_LINE, "too-long");
  need(!(line[0] === 0xef && line[1] === 0xbb && line[2] === 0xbf), "bom");
  need(!line.includes(13) && !line.includes(10), "newline");
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(line);
  } catch {
    throw new Refused("not-utf8");
  }
  checkDepth(text);
  const reader = new Reader(text);
  reader.blank();
  const value = reader.value(0);
  reader.blank();
  need(reader.at === text.length, "not-json");
  need(value !== null && typeof value === "object" && !Array.isArray(value), "not-object");
  for (const code of ORDER) need(!reader.faults.has(code), code);
  return value;
}

function quote(text) {
  return '"' + text.replace(/["\\]/g, "\\$&") + '"';
}

function spell(value) {
  if (typeof value === "string") return quote(value);
  if (value === null || typeof value !== "object") return String(value);
  if (Array.isArray(value)) return "[" + value.map(spell).join(",") + "]";
  // Keys of lines are ASCII, so that the order of code units is that of code points.
  return "{" + Object.keys(value).sort().map((key) => quote(key) + ":" + spell(value[key])).join(",") + "}";
}

/* The one spelling of a value, as bytes. */
const canonical = (value) => utf8(spell(value));

Object.assign(PBEM, { readLine, canonical });
})(globalThis);
