/* AEGIS-256 (draft-irtf-cfrg-aegis-aead) as far as deciphering needs it, apart from the library whose work it looks at. */

const BLOCK = 16;
const WORDS = 4;
const C0 = wordsOf(Buffer.from('000101020305080d1522375990e97962', 'hex'));
const C1 = wordsOf(Buffer.from('db3d18556dc22ff12011314273b528dd', 'hex'));
const MIXED = mixedSubstitutes();

/** Without a look at the tag. `key` and `nonce` are 32 bytes each. */
export function decipherAegis256(bytes: Uint8Array, key: Uint8Array, nonce: Uint8Array): Buffer {
  const state = new State(key, nonce);
  const blocks = Math.ceil(bytes.length / BLOCK);
  const words = wordsOf(Buffer.concat([bytes, Buffer.alloc(blocks * BLOCK - bytes.length)]));
  const last = bytes.length % BLOCK;
  for (let block = 0; block < blocks; block += 1) {
    const message = words.subarray(block * WORDS, (block + 1) * WORDS);
    state.mask(message);
    // What the last block lacks to a whole one counts as zeros.
    if (last > 0 && block === blocks - 1) message.set(wordsOf(bytesOf(message).fill(0, last)));
    state.update(message);
  }
  return bytesOf(words).subarray(0, bytes.length);
}

/** The first bytes of the key stream. */
export function aegis256Stream(length: number, key: Uint8Array, nonce: Uint8Array): Buffer {
  const state = new State(key, nonce);
  const blocks: Buffer[] = [];
  for (let at = 0; at < length; at += BLOCK) {
    const block = new Uint32Array(WORDS);
    state.mask(block);
    state.update(new Uint32Array(WORDS));
    blocks.push(bytesOf(block));
  }
  return Buffer.concat(blocks).subarray(0, length);
}

/** Six blocks of four words; a word is a column of AES with its first byte lowest. */
class State {
  #words = new Uint32Array(6 * WORDS);
  #next = new Uint32Array(6 * WORDS);

  constructor(key: Uint8Array, nonce: Uint8Array) {
    const [k0, k1] = [wordsOf(key.subarray(0, BLOCK)), wordsOf(key.subarray(BLOCK))];
    const [n0, n1] = [wordsOf(nonce.subarray(0, BLOCK)), wordsOf(nonce.subarray(BLOCK))];
    const begin = [xor(k0, n0), xor(k1, n1), C1, C0, xor(k0, C0), xor(k1, C1)];
    for (const [i, block] of begin.entries()) this.#words.set(block, i * WORDS);
    for (let turn = 0; turn < 4; turn += 1)
      for (const block of [k0, k1, xor(k0, n0), xor(k1, n1)]) this.update(block);
  }

  /** Each block becomes a round of AES of the one before it, with itself as the key; the first one takes the message too. */
  update(message: Uint32Array): void {
    const words = this.#words;
    const next = this.#next;
    for (let block = 0; block < 6; block += 1) {
      const from = ((block + 5) % 6) * WORDS;
      for (let column = 0; column < WORDS; column += 1) {
        const at = block * WORDS + column;
        const first = MIXED[word(words, from + column) & 0xff] ?? 0;
        const second = MIXED[(word(words, from + ((column + 1) & 3)) >>> 8) & 0xff] ?? 0;
        const third = MIXED[(word(words, from + ((column + 2) & 3)) >>> 16) & 0xff] ?? 0;
        const fourth = MIXED[word(words, from + ((column + 3) & 3)) >>> 24] ?? 0;
        const mixed = first ^ turned(second, 8) ^ turned(third, 16) ^ turned(fourth, 24);
        next[at] = mixed ^ word(words, at) ^ (block === 0 ? word(message, column) : 0);
      }
    }
    [this.#words, this.#next] = [next, words];
  }

  /** Lays the key stream's next block over one of a text. */
  mask(block: Uint32Array): void {
    const words = this.#words;
    for (let i = 0; i < WORDS; i += 1) {
      const both = word(words, 2 * WORDS + i) & word(words, 3 * WORDS + i);
      const others = word(words, WORDS + i) ^ word(words, 4 * WORDS + i) ^ word(words, 5 * WORDS + i);
      block[i] = word(block, i) ^ others ^ both;
    }
  }
}

/** For each byte of the first row: what its substitute adds to its column once that is mixed. */
function mixedSubstitutes(): Uint32Array {
  const table = new Uint32Array(256);
  const put = (byte: number, to: number) => {
    table[byte] = double(to) | (to << 8) | (to << 16) | ((to ^ double(to)) << 24);
  };
  // 3 generates the field of AES, and 0xf6 is its inverse.
  let [power, inverse] = [1, 1];
  do {
    power ^= double(power);
    inverse = product(inverse, 0xf6);
    const spread = [1, 2, 3, 4].reduce((sum, by) => sum ^ (inverse << by) ^ (inverse >> (8 - by)), inverse);
    put(power, (spread ^ 0x63) & 0xff);
  } while (power !== 1);
  put(0, 0x63);
  return table;
}

/** Twice a byte, in the field of AES. */
function double(byte: number): number {
  return ((byte << 1) ^ (byte & 0x80 ? 0x1b : 0)) & 0xff;
}

function product(one: number, other: number): number {
  let [sum, factor] = [0, one];
  for (let bits = other; bits > 0; bits >>= 1) {
    if (bits & 1) sum ^= factor;
    factor = double(factor);
  }
  return sum;
}

function word(words: Uint32Array, at: number): number {
  return words[at] ?? 0;
}

function turned(bits: number, by: number): number {
  return (bits << by) | (bits >>> (32 - by));
}

function xor(one: Uint32Array, other: Uint32Array): Uint32Array {
  return one.map((bits, i) => bits ^ word(other, i));
}

/** Of whole blocks. */
function wordsOf(bytes: Uint8Array): Uint32Array {
  const buffer = Buffer.from(bytes);
  return Uint32Array.from({ length: bytes.length / 4 }, (_, i) => buffer.readUInt32LE(i * 4));
}

function bytesOf(words: Uint32Array): Buffer {
  const bytes = Buffer.alloc(words.length * 4);
  for (const [i, bits] of words.entries()) bytes.writeUInt32LE(bits, i * 4);
  return bytes;
}
