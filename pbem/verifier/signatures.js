/*
 * Ed25519 as schemas/log.md asks for it: sound keys only, S below L, the cofactorless equation, R compared byte for byte.
 * The arithmetic is that of vendor/noble.js, whose own verify() is cofactored and therefore not used.
 */
(function (root) {
"use strict";
const PBEM = root.PBEM;
const { need, same, join, sha512, unhex } = PBEM;
const { Point } = PBEM.noble;

const { p: P, n: L } = Point.CURVE();

function little(bytes) {
  let value = 0n;
  for (let i = bytes.length - 1; i >= 0; i--) value = (value << 8n) | BigInt(bytes[i]);
  return value;
}

/* The point of an encoding, in any spelling; null when there is none. */
function decode(bytes, anySpelling) {
  try {
    return Point.fromBytes(bytes, anySpelling);
  } catch {
    return null;
  }
}

/* Refuses what is no sound public key: small-order-key, non-canonical-key, not-a-key. */
function checkKey(key) {
  const point = decode(key, true);
  need(point === null || !point.isSmallOrder(), "small-order-key");
  need((little(key) & ((1n << 255n) - 1n)) < P, "non-canonical-key");
  need(point !== null, "not-a-key");
}

/* Whether S B - k A, encoded, is R: byte for byte, and with no factor of eight before anything. */
async function verifyHere(key, sig, message) {
  const s = little(sig.subarray(32)), point = decode(key, false);
  if (s >= L || point === null) return false;
  const k = little(sha512(join(sig.subarray(0, 32), key, message))) % L;
  const first = s === 0n ? Point.ZERO : Point.BASE.multiply(s, false);
  return same(first.subtract(point.multiply(k, false)).toBytes(), sig.subarray(0, 32));
}

/* Keys as the platform keeps them, for one reading of a log. */
const platformVerifier = () => {
  const imported = new Map();
  return async (key, sig, message) => {
    const name = PBEM.hex(key);
    if (!imported.has(name)) imported.set(name, await root.crypto.subtle.importKey("raw", key, { name: "Ed25519" }, false, ["verify"]));
    if (little(sig.subarray(32)) >= L) return false;
    return root.crypto.subtle.verify({ name: "Ed25519" }, imported.get(name), sig, message);
  };
};

/*
 * Known answers that tell a strict platform from a lax one: key, signature, message, and whether it holds. In turn: a
 * plain signature; the same with L added to S; R off by a point of order eight (what a cofactored verifier takes); a key
 * with a part of small order under which the strict equation holds; the same where it does not; R the neutral point; R
 * the neutral point in another spelling.
 */
const KNOWN = [
  ["24cf9a0dd1d640a4edfe30c3a5170ca1fd18b619e8e16412d79f25503981d530",
    "eb58f693acbfe17390cbf2812341b9165b9df4e2484f29e6f172d5e89b887de4b6d69842e00f308441fd3db096074f795d0380ecd9f72b185e549366ba216a0c",
    "e07fae602de2610bfc4028c66f7c7cf6ec0a3c095795e9ec856edd0bd2b9c5ea", true],
  ["24cf9a0dd1d640a4edfe30c3a5170ca1fd18b619e8e16412d79f25503981d530",
    "eb58f693acbfe17390cbf2812341b9165b9df4e2484f29e6f172d5e89b887de4a3aa8e9ffa7242dc179a355375012e8e5d0380ecd9f72b185e549366ba216a1c",
    "e07fae602de2610bfc4028c66f7c7cf6ec0a3c095795e9ec856edd0bd2b9c5ea", false],
  ["24cf9a0dd1d640a4edfe30c3a5170ca1fd18b619e8e16412d79f25503981d530",
    "b1c738019425a22311d65c6535a38263c1171a6f187ed56ff8874bf95b10849a05045df2b535f5a8d8d988a0b5776242e5a1611cbd37e409c3ea44423db77504",
    "e07fae602de2610bfc4028c66f7c7cf6ec0a3c095795e9ec856edd0bd2b9c5ea", false],
  ["3bdf94426aa9acb14aa89674b0c9486677356c6ac3bd9aafe9ed40f7eaa72fb5",
    "eb58f693acbfe17390cbf2812341b9165b9df4e2484f29e6f172d5e89b887de48ae57c4146616cdbc991b9d397d5aa7cefb17a6031b7e23f69e8327467e2d805",
    "f9188991ce1a16ca5bb5852d76ab02e792e2aff4439034b92c529c7ba61e365d", true],
  ["3bdf94426aa9acb14aa89674b0c9486677356c6ac3bd9aafe9ed40f7eaa72fb5",
    "eb58f693acbfe17390cbf2812341b9165b9df4e2484f29e6f172d5e89b887de476c26f15ecbb2f3fe2b5a2cb4edc90475918d0cd3e3d9006a7490d836c57950c",
    "a3929abdb837d4f4de31819723ccad3298370ff3b0e0beaa72fb82c79a91e4ed", false],
  ["24cf9a0dd1d640a4edfe30c3a5170ca1fd18b619e8e16412d79f25503981d530",
    "0100000000000000000000000000000000000000000000000000000000000000a80c7f570ab6a7fff35bbb2460476b33bc2704c00fb34fbe9117fb3f66680300",
    "e07fae602de2610bfc4028c66f7c7cf6ec0a3c095795e9ec856edd0bd2b9c5ea", true],
  ["24cf9a0dd1d640a4edfe30c3a5170ca1fd18b619e8e16412d79f25503981d530",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7fe0aa5e7b1f0bdca4acbf41488bf1789998774410705d1f4d2a7897ddda3b5308",
    "e07fae602de2610bfc4028c66f7c7cf6ec0a3c095795e9ec856edd0bd2b9c5ea", false],
];

/* Whether the platform's Ed25519 says what this script says of every known answer. */
async function platformIsStrict() {
  if (!root.crypto || !root.crypto.subtle) return false;
  try {
    const verify = platformVerifier();
    for (const [key, sig, message, holds] of KNOWN) {
      // The platform itself has to refuse S >= L: what is looked at before it is not asked here.
      const name = await root.crypto.subtle.importKey("raw", unhex(key), { name: "Ed25519" }, false, ["verify"]);
      if ((await root.crypto.subtle.verify({ name: "Ed25519" }, name, unhex(sig), unhex(message))) !== holds) return false;
      if ((await verify(unhex(key), unhex(sig), unhex(message))) !== holds) return false;
    }
    return true;
  } catch {
    return false;
  }
}

/* How signatures are checked here: "webcrypto" (a hundred times as fast) where the platform is strict, else "noble". */
const method = async () => ((await platformIsStrict()) ? "webcrypto" : "noble");

/* The function that checks signatures in one of those ways. */
const checker = (name) => (name === "webcrypto" ? platformVerifier() : verifyHere);

Object.assign(PBEM, { ed25519: { checkKey, verifyHere, method, checker, KNOWN } });
})(globalThis);
