// Runs parts of the JavaScript verifier over cases from standard input and writes what it finds, one JSON line a case.
import { PBEM } from "../../pbem/verifier/load.mjs";

const { unhex, hex, th, ed25519, noble } = PBEM;

async function coded(run) {
  try {
    await run();
    return "ok";
  } catch (error) {
    if (!(error instanceof PBEM.Refused)) throw error;
    return error.code;
  }
}

async function log(each) {
  const options = { steps: each.steps ?? 4, ...(each.method === undefined ? {} : { method: each.method }) };
  const begun = performance.now(), found = await PBEM.verifyFile(new Uint8Array(Buffer.from(each.base64, "base64")), options);
  const { code, entry, bundles, entries, counts, method, grade, over } = found;
  return { code, entry, bundles, entries, counts, method, grade, over, time: each.time ? performance.now() - begun : null };
}

/* A mask of points of no deck, and its proof checked: with the platform and without. */
async function multiples(each) {
  const kept = globalThis.crypto, points = () => new PBEM.group.Points();
  const fast = await points().times(BigInt(each.n), each.points);
  Object.defineProperty(globalThis, "crypto", { value: undefined, configurable: true });
  const slow = await points().times(BigInt(each.n), each.points);
  Object.defineProperty(globalThis, "crypto", { value: kept, configurable: true });
  return { fast, slow };
}

/* How signatures are checked on a platform that answers every known case right but one. */
async function platform(each) {
  const subtle = crypto.subtle, verify = subtle.verify.bind(subtle);
  let asked = 0;
  subtle.verify = async (...all) => {
    const right = await verify(...all);
    return Math.floor(asked++ / 2) === each.lies ? !right : right;
  };
  const found = await ed25519.method();
  delete subtle.verify;
  return found;
}

/* What noble's own verify() would say of a known case: the cofactored equation. */
function cofactored(each) {
  const [key, sig, message] = ed25519.KNOWN[each.number].slice(0, 3).map(unhex), { Point } = noble;
  const little = (bytes) => BigInt("0x" + hex(Uint8Array.from(bytes).reverse()));
  const s = little(sig.subarray(32)) % Point.CURVE().n, k = little(PBEM.sha512(PBEM.join(sig.subarray(0, 32), key, message))) % Point.CURVE().n;
  const [R, A] = [sig.subarray(0, 32), key].map((each) => Point.fromBytes(each, true));
  return Point.BASE.multiply(s, false).subtract(A.multiply(k, false)).subtract(R).isSmallOrder();
}

const KINDS = {
  log, multiples, platform, cofactored,
  unpack: (each) => {
    const { data, stopped } = PBEM.unpack(new Uint8Array(Buffer.from(each.base64, "base64")));
    return [hex(PBEM.sha256(data)), stopped];
  },
  key: (each) => coded(() => ed25519.checkKey(unhex(each.key))),
  line: (each) => coded(() => PBEM.readLine(unhex(each.line_hex))),
  hash: (each) => hex(PBEM.sha256(unhex(each.hex))),
  hash512: (each) => hex(PBEM.sha512(unhex(each.hex))),
  mac: (each) => hex(PBEM.hmac(unhex(each.key), unhex(each.hex))),
  tagged: (each) => hex(th(each.purpose, ...each.parts)),
  signature: (each) => ed25519.checker(each.method)(unhex(each.key), unhex(each.sig), unhex(each.message)),
  // Keys are checked before anything is verified under them: both together, as a log has it.
  whole: async (each) => (await KINDS.key(each)) === "ok" && KINDS.signature(each),
  method: () => ed25519.method(),
  known: () => ed25519.KNOWN,
  why: (each) => ["en", "es"].map((language) => PBEM.why(each.code, language)),
};

let input = "";
for await (const chunk of process.stdin.setEncoding("utf-8")) input += chunk;
for (const each of JSON.parse(input)) console.log(JSON.stringify((await KINDS[each.do](each)) ?? null));
