/*
 * Inflating a zlib stream (RFC 1950, RFC 1951) with everything that stands before damage. The platform's own stream throws away what it has
 * not handed on when it finds damage, each platform another part of it: then two verifiers say two things of one file.
 */
(function (root) {
"use strict";
const PBEM = root.PBEM;

const LENGTHS = [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258];
const LENGTH_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const BACK = [1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577];
const BACK_BITS = [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13];
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const END = 256, MOST = 15;

class Stop extends Error {}

/* A code (RFC 1951, 3.2.2): symbols in the order of their codes, and how many there are of each length. */
function code(lengths, whole) {
  const counts = new Uint16Array(MOST + 1), starts = new Uint16Array(MOST + 2), symbols = [];
  for (const each of lengths) counts[each]++;
  counts[0] = 0;
  let left = 1, most = 1;
  for (let size = 1; size <= MOST; size++) {
    left = 2 * left - counts[size];
    if (left < 0) throw new Stop("damaged");
    if (counts[size]) most = size;
    starts[size + 1] = starts[size] + counts[size];
  }
  // One code of one bit may stand alone, and so may none at all (for distances that nothing uses).
  if (left > 0 && (whole || most > 1) && starts[MOST + 1] > 0) throw new Stop("damaged");
  lengths.forEach((each, symbol) => {
    if (each) symbols[starts[each]++] = symbol;
  });
  return { counts, symbols, most };
}

const FIXED = code(Array.from({ length: 288 }, (_, n) => (n < 144 ? 8 : n < 256 ? 9 : n < 280 ? 7 : 8)), true);
const FIXED_BACK = code(new Array(32).fill(5), true);
/* A code of codes without a symbol: zlib reads no lengths out of it, a bit each, and finds only then that no block can end. */
const NONE = { ...code([1, 1], true), symbols: [0, 0] };

class Inflater {
  constructor(packed, most) {
    Object.assign(this, { packed, most, at: 0, hold: 0, held: 0, out: new Uint8Array(65536), size: 0, sure: 0 });
  }

  /* What stands behind the last whole byte that was read: damage in a byte takes what that byte gave with it. */
  byte() {
    if (this.at === this.packed.length) throw new Stop("truncated");
    this.sure = this.size;
    return this.packed[this.at++];
  }

  bits(count) {
    for (; this.held < count; this.held += 8) this.hold |= this.byte() << this.held;
    const value = this.hold & ((1 << count) - 1);
    this.hold >>>= count;
    this.held -= count;
    return value;
  }

  symbol({ counts, symbols, most }) {
    let value = 0, first = 0, index = 0;
    for (let size = 1; size <= most; size++) {
      value |= this.bits(1);
      if (value - first < counts[size]) return symbols[index + value - first];
      index += counts[size];
      first = (first + counts[size]) << 1;
      value <<= 1;
    }
    throw new Stop("damaged");
  }

  put(byte) {
    if (this.size === this.most) throw new Stop("too-large");
    if (this.size === this.out.length) {
      const grown = new Uint8Array(2 * this.size);
      grown.set(this.out);
      this.out = grown;
    }
    this.out[this.size++] = byte;
  }

  stored() {
    this.hold = this.held = 0;
    const head = [this.byte(), this.byte(), this.byte(), this.byte()];
    let length = head[0] | (head[1] << 8);
    if ((length ^ 0xffff) !== (head[2] | (head[3] << 8))) throw new Stop("damaged");
    for (; length > 0; length--) this.put(this.byte());
  }

  /* The two codes of a block, themselves in a code. */
  codes() {
    const many = this.bits(5) + 257, far = this.bits(5) + 1, count = this.bits(4) + 4;
    if (many > 286 || far > 30) throw new Stop("damaged");
    const small = new Array(19).fill(0), lengths = [];
    for (let i = 0; i < count; i++) small[ORDER[i]] = this.bits(3);
    const inner = small.some(Boolean) ? code(small, true) : NONE;
    while (lengths.length < many + far) {
      const symbol = this.symbol(inner);
      if (symbol < 16) lengths.push(symbol);
      else {
        if (symbol === 16 && !lengths.length) throw new Stop("damaged");
        const value = symbol === 16 ? lengths[lengths.length - 1] : 0;
        const times = symbol === 16 ? 3 + this.bits(2) : symbol === 17 ? 3 + this.bits(3) : 11 + this.bits(7);
        if (lengths.length + times > many + far) throw new Stop("damaged");
        for (let i = 0; i < times; i++) lengths.push(value);
      }
    }
    if (!lengths[END]) throw new Stop("damaged");
    return [code(lengths.slice(0, many), false), code(lengths.slice(many), false)];
  }

  block(letters, distances) {
    for (let symbol = this.symbol(letters); symbol !== END; symbol = this.symbol(letters)) {
      if (symbol < END) {
        this.put(symbol);
        continue;
      }
      symbol -= 257;
      if (symbol >= LENGTHS.length) throw new Stop("damaged");
      const length = LENGTHS[symbol] + this.bits(LENGTH_BITS[symbol]), far = this.symbol(distances);
      if (far >= BACK.length) throw new Stop("damaged");
      const back = BACK[far] + this.bits(BACK_BITS[far]);
      if (back > this.size) throw new Stop("damaged");
      for (let i = 0; i < length; i++) this.put(this.out[this.size - back]);
    }
  }

  run() {
    const head = [this.byte(), this.byte()];
    // Deflate, a window of at most 32 KiB, the check of the header, and no dictionary that one would have to have.
    if ((head[0] & 15) !== 8 || head[0] >> 4 > 7 || (256 * head[0] + head[1]) % 31 || head[1] & 32) throw new Stop("damaged");
    for (let last = 0; !last; ) {
      last = this.bits(1);
      const kind = this.bits(2);
      if (kind === 3) throw new Stop("damaged");
      if (kind === 0) this.stored();
      else this.block(...(kind === 1 ? [FIXED, FIXED_BACK] : this.codes()));
    }
    const sum = adler(this.out.subarray(0, this.size));
    if (!PBEM.same([this.byte(), this.byte(), this.byte(), this.byte()], sum)) throw new Stop("damaged");
    if (this.at < this.packed.length) throw new Stop("trailing");
  }
}

/* The Adler-32 of the data (RFC 1950), as its four bytes. */
function adler(data) {
  let a = 1, b = 0;
  for (const byte of data) {
    a = (a + byte) % 65521;
    b = (b + a) % 65521;
  }
  return [b >> 8, b & 255, a >> 8, a & 255];
}

/* What a stream unpacks to, or as much as comes before damage, and the code of what stopped it: {data, stopped}. */
function inflate(packed, most) {
  const inflater = new Inflater(packed, most);
  let stopped = null;
  try {
    inflater.run();
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    stopped = error.message;
  }
  return { data: inflater.out.slice(0, stopped === "damaged" ? inflater.sure : inflater.size), stopped };
}

Object.assign(PBEM, { inflate });
})(globalThis);
