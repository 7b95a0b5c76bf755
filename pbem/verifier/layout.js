/* The file: which lines stand where (schemas/log.md, the file). */
(function (root) {
"use strict";
const PBEM = root.PBEM;
const { Refused, need, readLine, checkLine } = PBEM;

const MAX_LOG = 8519680;

/* A part of the file: the invitation, the acceptance, or a bundle. Entries are pairs of line and value; size is in bytes. */
function readPart(line, value, kind, next) {
  const head = checkLine(value, kind), entries = [];
  let size = line.length + 1;
  for (let pair = next(); pair !== null; pair = next()) {
    const [below, entry] = pair;
    size += below.length + 1;
    if (kind !== "hdr") return { line, head, entries, size, sig: checkLine(entry, "sig of a first mail") };
    if (entry.k === "sig" && entries.length) return { line, head, entries, size, sig: checkLine(entry, "sig") };
    need(entry.k !== "hdr", "truncated");
    need(PBEM.isKind(entry.k) && !PBEM.LINES.has(entry.k), "unknown-line");
    need(PBEM.isNumber(entry.i), "bad-field");
    entries.push([below, entry]);
  }
  throw new Refused("truncated");
}

/* As many parts as can be read, and the code of what stopped the reading (null when nothing did). */
async function readLog(data, pace = () => undefined) {
  const parts = [];
  let at = 0;
  function next() {
    const end = data.indexOf(10, at);
    if (end < 0) return null;
    const line = data.subarray(at, end);
    at = end + 1;
    return [line, readLine(line)];
  }
  try {
    need(data.length > 0, "truncated");
    need(data.length <= MAX_LOG, "too-large");
    for (let pair = next(); pair !== null; pair = next()) {
      parts.push(readPart(pair[0], pair[1], ["invite", "accept", "hdr"][Math.min(parts.length, 2)], next));
      await pace("reading", at / data.length);
    }
    need(at === data.length, "truncated");
    return { parts, stopped: null };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { parts, stopped: error.code };
  }
}

Object.assign(PBEM, { readLog });
})(globalThis);
