/* The scripts of the verifier in the order in which they build on each other, for Node; what they make is PBEM. */
import { webcrypto } from "node:crypto";
// Node before 19 has WebCrypto, but not by its global name.
globalThis.crypto ??= webcrypto;

export const SCRIPTS = [
  "vendor/noble.js", "bytes.js", "text.js", "lines.js", "fields.js", "layout.js", "inflate.js", "container.js", "signatures.js", "group.js", "decks.js", "seeds.js",
  "keys.js", "history.js", "settled.js", "chain.js", "codes.js", "verifier.js",
];
for (const name of SCRIPTS) await import(new URL(name, import.meta.url));
export const { PBEM } = globalThis;
