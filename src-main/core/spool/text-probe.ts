/**
 * What the bytes of a file say about its being text. `perhaps`: not UTF-8, but they can be text as older systems write it, in a
 * code page or as UTF-16; only its name tells.
 */
export type TextLook = 'utf-8' | 'perhaps' | 'no';

const HEAD = 4100;

/** Watches bytes go by and tells whether they are text, wherever the chunks break. */
export class TextProbe {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #isUtf8 = true;
  #hasZero = false;
  #size = 0;
  #head = Buffer.alloc(0);

  get head(): Buffer {
    return this.#head;
  }

  push(chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#head.length < HEAD) {
      this.#head = Buffer.concat([this.#head, chunk.subarray(0, HEAD - this.#head.length)]);
    }
    if (this.#hasZero) return;
    this.#hasZero = chunk.includes(0);
    if (this.#isUtf8) this.#decode(chunk, true);
  }

  /** To be asked once, after the last chunk. */
  look(): TextLook {
    if (this.#hasZero) return utf16Of(this.#head) !== null && this.#size % 2 === 0 ? 'perhaps' : 'no';
    if (this.#isUtf8) this.#decode(Buffer.alloc(0), false);
    return this.#isUtf8 ? 'utf-8' : 'perhaps';
  }

  #decode(chunk: Buffer, stream: boolean): void {
    try {
      this.#decoder.decode(chunk, { stream });
    } catch {
      this.#isUtf8 = false;
    }
  }
}

/** The encoding that a byte order mark names, if what follows can be of it. */
function utf16Of(head: Buffer): 'utf-16le' | 'utf-16be' | null {
  const mark = head.toString('latin1', 0, 2);
  const encoding = mark === '\xff\xfe' ? 'utf-16le' : mark === '\xfe\xff' ? 'utf-16be' : null;
  if (encoding === null) return null;
  try {
    // The head may end within a letter of two units.
    const text = new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true });
    return text.includes('\0') ? null : encoding;
  } catch {
    return null;
  }
}
