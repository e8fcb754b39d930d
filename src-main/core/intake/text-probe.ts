/** Watches bytes go by and tells whether they are UTF-8 text, wherever the chunks break. */
export class TextProbe {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #isText = true;
  #head = Buffer.alloc(0);

  get head(): Buffer {
    return this.#head;
  }

  push(chunk: Buffer): void {
    if (this.#head.length < 4100) {
      this.#head = Buffer.concat([this.#head, chunk.subarray(0, 4100 - this.#head.length)]);
    }
    if (!this.#isText) return;
    if (chunk.includes(0)) {
      this.#isText = false;
      return;
    }
    this.#decode(chunk, true);
  }

  /** To be asked once, after the last chunk. */
  isText(): boolean {
    if (this.#isText) this.#decode(Buffer.alloc(0), false);
    return this.#isText;
  }

  #decode(chunk: Buffer, stream: boolean): void {
    try {
      this.#decoder.decode(chunk, { stream });
    } catch {
      this.#isText = false;
    }
  }
}
