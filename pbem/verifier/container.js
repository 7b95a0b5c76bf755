/* Turn files (schemas/log.md): the lines of a log out of their packed form, or as many as come before damage. */
(function (root) {
"use strict";
const PBEM = root.PBEM;

const MAX_PACKED = 5 * 1024 * 1024;
const MAX_UNPACKED = 8519680;
const MAGIC = [0x89, 0x50, 0x42, 0x45, 0x4d, 0x31, 0x0d, 0x0a, 0x1a, 0x0a];

function wrongMagic(data) {
  if (data.every((byte, i) => byte === MAGIC[i])) return "truncated";
  const start = String.fromCharCode(...data.subarray(0, 16));
  if (/^\x89PBEM([2-9]|[1-9]\d{1,3})\r\n\x1a\n/.test(start)) return "version";
  return start.includes("PBEM1") ? "mangled" : "not-a-turn";
}

/* The log bytes of a turn file, or as many as come before damage: {data, stopped}, the code of the damage or null. */
function unpack(file) {
  const nothing = (stopped) => ({ data: new Uint8Array(0), stopped }), plain = file[0] === 0x7b && file[1] === 0x22;
  if (file.length > (plain ? MAX_UNPACKED : MAX_PACKED + MAGIC.length)) return nothing("too-large");
  if (plain) return { data: file, stopped: null };
  if (!MAGIC.every((byte, i) => byte === file[i])) return nothing(wrongMagic(file));
  const found = PBEM.inflate(file.subarray(MAGIC.length), MAX_UNPACKED);
  return found.stopped === "too-large" ? nothing("too-large") : found;
}

Object.assign(PBEM, { unpack });
})(globalThis);
