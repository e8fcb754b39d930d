import { Readable } from 'node:stream';
import { Dispatcher } from 'undici';
import type { TestClock } from '../clock.ts';
import { bytesOf, type ModelReply, type ModelRequest, readRequest } from '../service-model/messages.ts';

/** The fate of one request. With `lateMs` the service takes the request that long after the line broke. */
export type Fate =
  | { readonly do: 'answer'; readonly afterMs?: number }
  /** The caller gets this reply; with `taken` the service has also done the request. */
  | { readonly do: 'say'; readonly reply: ModelReply; readonly taken: boolean }
  | { readonly do: 'refuse' }
  /** The line breaks before or after the whole request. */
  | { readonly do: 'cut'; readonly taken: boolean; readonly lateMs?: number }
  /** No response comes; the caller has to give up. */
  | { readonly do: 'hang'; readonly taken: boolean }
  /** The answer breaks off in its middle. */
  | { readonly do: 'halve' };

export interface LineParts {
  readonly clock: TestClock;
  readonly fate: (method: string, path: string) => Fate;
  readonly serve: (request: ModelRequest) => ModelReply;
}

/**
 * The line from one process to the service, in the place of undici's connections: calls the handler as undici would, and
 * never after the process has died. A whole request arrives even then.
 */
export class Line extends Dispatcher {
  readonly #parts: LineParts;
  #dead = false;
  #working = 0;

  constructor(parts: LineParts) {
    super();
    this.#parts = parts;
  }

  /** Whether work is under way without a timer. */
  get busy(): boolean {
    return this.#working > 0;
  }

  die(): void {
    this.#dead = true;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    void this.#work(() => this.#carry(options, handler));
    return true;
  }

  override close(callback?: () => void): Promise<void> {
    callback?.();
    return Promise.resolve();
  }

  override destroy(...given: unknown[]): Promise<void> {
    const callback = given.find((one) => typeof one === 'function');
    callback?.();
    return Promise.resolve();
  }

  async #work<T>(work: () => Promise<T>): Promise<T> {
    this.#working += 1;
    try {
      return await work();
    } finally {
      this.#working -= 1;
    }
  }

  /** Waits for simulated time; a wait is no work. */
  async #wait(ms: number): Promise<void> {
    this.#working -= 1;
    await this.#parts.clock.sleep(ms);
    this.#working += 1;
  }

  async #carry(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): Promise<void> {
    const { clock, serve } = this.#parts;
    await new Promise((resolve) => setImmediate(resolve));
    const { method, path, headers, body } = options;
    const fate = this.#parts.fate(method, path);
    let stopped: Error | null = null;
    const controller: Dispatcher.DispatchController = {
      get aborted() {
        return stopped !== null;
      },
      paused: false,
      get reason() {
        return stopped;
      },
      abort: (reason) => {
        stopped ??= reason;
      },
      pause: () => undefined,
      resume: () => undefined,
    };
    const tell = (what: () => void) => {
      if (!this.#dead && stopped === null) what();
    };
    const fail = (code: string) =>
      tell(() => handler.onResponseError?.(controller, Object.assign(new Error(code), { code })));
    if (fate.do === 'refuse') return fail('ECONNREFUSED');
    tell(() => handler.onRequestStart?.(controller, {}));
    const sent: Buffer[] = [];
    try {
      for await (const chunk of piecesOf(body)) {
        sent.push(Buffer.from(chunk));
        tell(() => handler.onBodySent?.(chunk));
      }
    } catch (error) {
      return tell(() =>
        handler.onResponseError?.(controller, error instanceof Error ? error : new Error('body')),
      );
    }
    // A process that died during the request has not sent the whole request.
    if (this.#dead || stopped !== null) return;
    tell(() => handler.onRequestSent?.());
    const head = { method, target: path, headers: headersOf(headers) };
    const request = await readRequest(head, Readable.from(sent), true);
    const answer = (reply: ModelReply) => {
      const bytes = bytesOf(reply);
      const all = {
        'content-type': 'application/json',
        'content-length': String(bytes.length),
        // Every server of HTTP tells its time.
        date: new Date(clock.trueNow()).toUTCString(),
        ...reply.headers,
      };
      tell(() => handler.onResponseStart?.(controller, reply.status, all));
      if (fate.do === 'halve') {
        tell(() => handler.onResponseData?.(controller, bytes.subarray(0, bytes.length >> 1)));
        return fail('UND_ERR_SOCKET');
      }
      tell(() => handler.onResponseData?.(controller, bytes));
      tell(() => handler.onResponseEnd?.(controller, {}));
    };
    switch (fate.do) {
      case 'answer':
        if (fate.afterMs !== undefined) await this.#wait(fate.afterMs);
        return answer(serve(request));
      case 'halve':
        return answer(serve(request));
      case 'say': {
        const said = fate.taken ? serve(request) : null;
        // The line never reports a refused request as taken: nobody could notice the loss.
        return answer(said !== null && said.status >= 400 ? said : fate.reply);
      }
      case 'cut': {
        const late = fate.lateMs;
        if (fate.taken && late === undefined) serve(request);
        if (fate.taken && late !== undefined) clock.after(late, () => void serve(request));
        return fail('ECONNRESET');
      }
      case 'hang':
        if (fate.taken) serve(request);
    }
  }
}

async function* piecesOf(body: Dispatcher.DispatchOptions['body']): AsyncGenerator<Buffer> {
  if (body === null || body === undefined) return;
  if (Buffer.isBuffer(body)) yield body;
  else if (body instanceof Readable) for await (const piece of body) yield Buffer.from(piece);
  else throw new Error('a body that the product does not send');
}

function headersOf(headers: Dispatcher.DispatchOptions['headers']): Record<string, string> {
  if (headers === null || headers === undefined || typeof headers !== 'object') return {};
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
}
