// The primitives of pbem.crypto.primitives out of @noble, which the page registers as the Python module `pbem_keys`.
// Arguments and answers are Uint8Arrays; what has a wrong length or spelling was refused in Python before.
import { ed25519, x25519 as curve } from "@noble/curves/ed25519.js";
import { p256 } from "@noble/curves/nist.js";
import { bytesToNumberBE, bytesToNumberLE, numberToBytesBE, numberToBytesLE } from "@noble/curves/utils.js";
import { chacha20poly1305 } from "@noble/ciphers/chacha.js";
import { argon2id as argon } from "@noble/hashes/argon2.js";
import { hkdf as derive } from "@noble/hashes/hkdf.js";
import { sha256, sha512 } from "@noble/hashes/sha2.js";

const SIZE = 32;
const ORDER = ed25519.Point.CURVE().n;

export const publicKey = (seed) => ed25519.getPublicKey(seed);
export const sign = (seed, message) => ed25519.sign(message, seed);

// Points that come often get a table of their multiples, by which noble is three times as fast; a table costs as much as a
// few answers, which are the same without it. Those last used are kept, and their number bounds the memory.
function remembering(most, often, size, made) {
  const known = new Map();
  return (name) => {
    const held = known.get(name) ?? { point: made(name), times: 0 };
    known.delete(name);
    known.set(name, held);
    if (known.size > most) known.delete(known.keys().next().value);
    if (++held.times === often) held.point.precompute(size);
    return held.point;
  };
}

// A log is signed by few keys many times.
const negated = remembering(16, 8, 6, (name) => ed25519.Point.fromBytes(numberToBytesLE(name, SIZE), false).negate());

// The cofactorless equation, as OpenSSL has it: noble's own verify multiplies by the cofactor, and so takes signatures
// of keys with a part of small order that the other library refuses. Each is checked alone: checking many at once by
// random sums would do the same.
export function verify(key, message, signature) {
  try {
    const s = bytesToNumberLE(signature.subarray(SIZE));
    if (signature.length !== 2 * SIZE || s >= ORDER) return false;
    const hash = sha512.create().update(signature.subarray(0, SIZE)).update(key).update(message).digest();
    const k = bytesToNumberLE(hash) % ORDER;
    const found = ed25519.Point.BASE.multiplyUnsafe(s).add(negated(bytesToNumberLE(key)).multiplyUnsafe(k)).toBytes();
    return found.every((byte, at) => byte === signature[at]);
  } catch {
    return false;
  }
}

export const hkdf = (secret, info) => derive(sha256, secret, undefined, info, SIZE);
export const seal = (key, nonce, data, aad) => chacha20poly1305(key, nonce, aad).encrypt(data);

export function x25519(secret, key) {
  try {
    return curve.getSharedSecret(secret, key);
  } catch {
    return undefined;
  }
}

export function unseal(key, nonce, box, aad) {
  try {
    return chacha20poly1305(key, nonce, aad).decrypt(box);
  } catch {
    return undefined;
  }
}

export const argon2id = (password, salt, memory, passes) =>
  argon(password, salt, { t: passes, m: memory, p: 1, dkLen: SIZE });

const lift = (x) => p256.Point.fromBytes(Uint8Array.of(2, ...x));

export function p256Y(x) {
  try {
    return lift(x).toBytes(false).slice(SIZE + 1);
  } catch {
    return undefined;
  }
}

// The proof of a mask multiplies each point of a deck by more than sixty numbers.
const lifted = remembering(256, 4, 4, (name) => lift(numberToBytesBE(name, SIZE)));

// The scalar is a secret: noble's multiply takes the same steps for all.
export function p256Times(scalar, points) {
  const number = bytesToNumberBE(scalar);
  const found = new Uint8Array(points.length);
  for (let at = 0; at < points.length; at += SIZE) {
    const point = lifted(bytesToNumberBE(points.subarray(at, at + SIZE)));
    found.set(point.multiply(number).toBytes(false).subarray(1, SIZE + 1), at);
  }
  return found;
}
