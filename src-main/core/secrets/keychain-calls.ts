import pLimit from 'p-limit';
/**
 * Runs calls into the keychain one after the other, each with a time limit. A call that hangs cannot be ended: it
 * occupies one of the threads that file access needs too. So while one hangs, no other is begun, and callers hear
 * `onTimeout` at once.
 */
export class KeychainCalls {
  readonly #timeoutMs: number;
  readonly #onTimeout: () => Error;
  readonly #inLine = pLimit(1);
  #hanging = false;

  constructor(timeoutMs: number, onTimeout: () => Error) {
    this.#timeoutMs = timeoutMs;
    this.#onTimeout = onTimeout;
  }

  /** Gives what `call` gives; rejects as it does, or with `onTimeout`'s error. */
  run<T>(call: () => Promise<T>): Promise<T> {
    return this.#inLine(() => this.#limited(call));
  }

  async #limited<T>(call: () => Promise<T>): Promise<T> {
    if (this.#hanging) throw this.#onTimeout();
    const result = call();
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        this.#hanging = true;
        const over = () => {
          this.#hanging = false;
        };
        result.then(over, over);
        reject(this.#onTimeout());
      }, this.#timeoutMs);
    });
    try {
      return await Promise.race([result, limit]);
    } finally {
      clearTimeout(timer);
    }
  }
}
