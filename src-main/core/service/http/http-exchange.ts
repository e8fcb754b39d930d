import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { Clock } from '../../clock.ts';
import { ServiceError } from '../service-failure.ts';
import type { Carrier } from './carriers.ts';
import { type IdleLimit, startIdleLimit } from './idle-limit.ts';
import { CallStopped, transportFailure } from './transport-failure.ts';

const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
const MAX_REFUSAL_BYTES = 1024 * 1024;

export interface HttpRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PATCH';
  readonly origin: string;
  /** Path and query, sent as they are. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | Readable | null;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((sentBytes: number) => void) | undefined;
  /** Asked at the last moment before the first byte; false ends the exchange with `StaleRequest`, nothing sent. */
  readonly mayStart?: () => boolean;
  /** Whether the address came in an answer and not from the settings: then only the places of `LinkPlaces` are asked. */
  readonly isLink?: boolean;
  /** Takes the body of an answer it accepts, instead of memory. */
  readonly sink?: BodySink;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Null where it was larger than this program is willing to hold. */
  readonly body: Buffer | null;
}

export interface BodySink {
  accepts(status: number): boolean;
  write(chunk: Buffer): Promise<void>;
}

/** The request was overtaken before its first byte left (see `HttpRequest.mayStart`). */
export class StaleRequest extends Error {}

/** How long nothing may move, and by which clock. */
export interface IdleRule {
  readonly timeoutMs: number;
  readonly clock: Pick<Clock, 'monotonic' | 'sleep'>;
}

/** One HTTP exchange with idle limits. Rejects with a ServiceError that says what the failure proves, or with StaleRequest. */
export function exchange(
  { dispatcher, viaProxy }: Carrier,
  request: HttpRequest,
  idleRule: IdleRule,
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const running = new Exchange(request, { idleRule, viaProxy }, resolve, reject);
    if (request.signal?.aborted) {
      running.stop(new CallStopped('CLEARFOLDER_STOPPED'));
      return;
    }
    try {
      const { method, origin, path, headers, body } = request;
      dispatcher.dispatch({ method, origin, path, headers: { ...headers }, body }, running);
    } catch (error) {
      running.stop(error);
    }
  });
}

class Exchange implements Dispatcher.DispatchHandler {
  readonly #request: HttpRequest;
  readonly #idleRule: IdleRule;
  readonly #viaProxy: boolean;
  readonly #resolve: (answer: HttpAnswer) => void;
  readonly #reject: (error: Error) => void;
  #controller: Dispatcher.DispatchController | null = null;
  #idle: IdleLimit | null = null;
  #settled = false;
  #sent = 0;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  #chunks: Buffer[] = [];
  #size = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(
    request: HttpRequest,
    { idleRule, viaProxy }: { idleRule: IdleRule; viaProxy: boolean },
    resolve: (answer: HttpAnswer) => void,
    reject: (error: Error) => void,
  ) {
    this.#request = request;
    this.#idleRule = idleRule;
    this.#viaProxy = viaProxy;
    this.#resolve = resolve;
    this.#reject = reject;
    request.signal?.addEventListener('abort', this.#onAbort);
  }

  /** Ends the exchange from this side, or because undici refused to take it. */
  stop(error: unknown): void {
    this.#fail(
      error instanceof ServiceError || error instanceof StaleRequest
        ? error
        : new ServiceError(transportFailure(error, this.#controller !== null, this.#viaProxy)),
    );
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#settled || this.#controller !== null) {
      // A second start would be undici repeating the request, which must never happen to a create (I2).
      controller.abort(new CallStopped('CLEARFOLDER_STOPPED'));
      return;
    }
    if (this.#request.mayStart?.() === false) {
      this.stop(new StaleRequest());
      controller.abort(new CallStopped('CLEARFOLDER_STOPPED'));
      return;
    }
    this.#controller = controller;
    const { clock, timeoutMs } = this.#idleRule;
    this.#idle = startIdleLimit(clock, timeoutMs, () => this.stop(new CallStopped('CLEARFOLDER_IDLE')));
  }

  onBodySent(chunk: Buffer): void {
    if (this.#settled) return;
    this.#sent += chunk.length;
    this.#idle?.moved(this.#sent);
    this.#request.onProgress?.(this.#sent);
  }

  onRequestSent(): void {
    if (this.#settled) return;
    this.#idle?.moved(this.#sent);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    if (this.#settled) return;
    this.#idle?.moved(status < 200 ? this.#sent : 0);
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    // undici resumes its parser with an empty piece; pausing for that one would go round for ever.
    if (this.#settled || chunk.length === 0) return;
    this.#idle?.moved();
    const sink = this.#request.sink;
    if (sink?.accepts(this.#status)) {
      controller.pause();
      this.#idle?.stop();
      this.#writing = this.#writing
        .then(() => sink.write(chunk))
        .then(() => {
          if (this.#settled) return;
          this.#idle?.moved();
          controller.resume();
        });
      this.#writing.catch((error: unknown) => this.#fail(asError(error)));
      return;
    }
    this.#size += chunk.length;
    if (this.#size > (this.#status < 300 ? MAX_ANSWER_BYTES : MAX_REFUSAL_BYTES)) {
      this.#succeed(null);
      controller.abort(new CallStopped('CLEARFOLDER_STOPPED'));
      return;
    }
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.#idle?.stop();
    this.#writing.then(
      () => this.#succeed(Buffer.concat(this.#chunks)),
      () => undefined,
    );
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.stop(error);
  }

  readonly #onAbort = (): void => this.stop(new CallStopped('CLEARFOLDER_STOPPED'));

  #succeed(body: Buffer | null): void {
    if (!this.#settle()) return;
    this.#resolve({ status: this.#status, headers: this.#headers, body });
  }

  #fail(error: Error): void {
    if (!this.#settle()) return;
    this.#reject(error);
    this.#controller?.abort(error);
  }

  #settle(): boolean {
    if (this.#settled) return false;
    this.#settled = true;
    this.#idle?.stop();
    this.#request.signal?.removeEventListener('abort', this.#onAbort);
    if (this.#request.body instanceof Readable) this.#request.body.destroy();
    return true;
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error('the answer could not be written');
}
