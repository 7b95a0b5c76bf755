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
  return start.includes("PBEM1") ? "mangled" : "not-a-turn";
}

/* What a stream unpacks to, and what stopped it: {data, error}; null when it has more than a log may have. */
async function inflated(packed) {
  const stream = new root.DecompressionStream("deflate");
  const writer = stream.writable.getWriter(), reader = stream.readable.getReader();
  let error = null;
  const fed = (async () => {
    // In small pieces: what comes before damage is given out before the damage is found.
    for (let at = 0; at < packed.length; at += 1024) await writer.write(packed.slice(at, at + 1024));
    await writer.close();
  })().catch((found) => { error = error || found; });
  const chunks = [];
  let size = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      chunks.push(part.value);
      size += part.value.length;
      if (size > MAX_UNPACKED) {
        await reader.cancel();
        return null;
      }
    }
  } catch (found) {
    error = error || found;
  }
  await fed;
  return { data: PBEM.join(...chunks), error };
}

/*
 * The log bytes of a turn file, or as many as come before damage: {data, stopped}. Some platforms find what follows the
 * end of a stream, some do not: a stream that is whole without its last byte has something behind it.
 */
async function unpack(file) {
  if (file[0] === 0x7b && file[1] === 0x22) return { data: file, stopped: null };
  if (!MAGIC.every((byte, i) => byte === file[i])) return { data: new Uint8Array(0), stopped: wrongMagic(file) };
  if (file.length > MAX_PACKED + MAGIC.length) return { data: new Uint8Array(0), stopped: "too-large" };
  const packed = file.slice(MAGIC.length), found = await inflated(packed);
  if (found === null) return { data: new Uint8Array(0), stopped: "too-large" };
  const { data, error } = found;
  if (error !== null) {
    const cut = /truncat|unexpected end|without reaching/i.test(error.message);
    return { data, stopped: checksumAt(packed, checksum(data)) ? "trailing" : cut ? "truncated" : "damaged" };
  }
  const shorter = await inflated(packed.slice(0, -1));
  return { data, stopped: shorter !== null && shorter.error === null ? "trailing" : null };
}

/* The Adler-32 of the data (RFC 1950), as its four bytes. */
function checksum(data) {
  let a = 1, b = 0;
  for (const byte of data) {
    a = (a + byte) % 65521;
    b = (b + a) % 65521;
  }
  return [b >> 8, b & 255, a >> 8, a & 255];
}

/* Whether the checksum stands in the file, before its end: then the stream is whole, and something follows it. */
function checksumAt(file, sum) {
  for (let at = file.indexOf(sum[0]); at >= 0 && at + 4 < file.length; at = file.indexOf(sum[0], at + 1)) {
    if (sum.every((byte, i) => file[at + i] === byte)) return true;
  }
  return false;
}

Object.assign(PBEM, { unpack });
})(globalThis);
