import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { Clock } from '../../clock.ts';
import { ServiceError } from '../service-failure.ts';
import { decodeBody } from './content-coding.ts';
import { CallStopped, transportFailure } from './transport-failure.ts';

const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
const MAX_REFUSAL_BYTES = 1024 * 1024;

// The number of request bytes that buffers of the operating system or of a proxy may hold. This process cannot see the progress of these
// bytes, so up to `HELD_FACTOR` times the usual idle limit is added to the limit meanwhile.
const HELD_BYTES = 8 * 1024 * 1024;
const HELD_FACTOR = 2;
const GONE_ELSEWHERE = 'another station may send the documents';
/** The reason for the abort of a sleep. An abort without a reason would create a DOMException with a stack each time. */
const STOPPED = 'stopped';

export interface HttpRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PATCH';
  readonly origin: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | AsyncGenerator<Buffer> | null;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((sentBytes: number) => void) | undefined;
  /** Called right before the first byte. If the result is false, `exchange` rejects with `StaleRequest` and sends nothing. */
  readonly mayStart?: () => boolean;
  /**
   * Called right before each piece of the request body is sent. If the result is false, `exchange` ends the request before that piece.
   */
  readonly mayGoOn?: () => Promise<boolean>;
  /** Whether the address is a download link from a response. Such a request may go only to the hosts that `LinkPlaces` allows. */
  readonly isLink?: boolean;
  /** Gets the body of the response if `accepts` returns true for the status. Every other body is kept in memory. */
  readonly sink?: BodySink;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The decoded body (`decodeBody`). Null if the body was larger than the limit: 64 MiB, or 1 MiB for a status from 300. */
  readonly body: Buffer | null;
}

export interface BodySink {
  accepts(status: number): boolean;
  write(chunk: Buffer): Promise<void>;
}

/** The request became outdated before its first byte was sent (`HttpRequest.mayStart` returned false). */
export class StaleRequest extends Error {}

export interface Carrier {
  readonly dispatcher: Dispatcher;
  readonly viaProxy: boolean;
}

export interface IdleRule {
  readonly timeoutMs: number;
  readonly clock: Pick<Clock, 'monotonic' | 'sleep'>;
}

/**
 * Sends one HTTP request, and ends the request after a time without progress (`idleRule`). Rejects with StaleRequest, with the error of a
 * failed `sink`, or with a ServiceError whose kind says whether the service can have received the request.
 */
export function exchange(
  { dispatcher, viaProxy }: Carrier,
  request: HttpRequest,
  idleRule: IdleRule,
): Promise<HttpAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>();
  let started: Dispatcher.DispatchController | null = null;
  let idle: IdleLimit | null = null;
  let settled = false;
  let sent = 0;
  let status = 0;
  let headers: IncomingHttpHeaders = {};
  const chunks: Buffer[] = [];
  const body =
    request.body === null || Buffer.isBuffer(request.body)
      ? request.body
      : inPieces(request.body, request.mayGoOn);
  let size = 0;
  let writing: Promise<void> = Promise.resolve();

  const settle = (): boolean => {
    if (settled) return false;
    settled = true;
    idle?.stop();
    request.signal?.removeEventListener('abort', onAbort);
    if (body instanceof Readable) body.destroy();
    return true;
  };
  const succeed = (answer: Buffer | null): void => {
    if (settle()) resolve({ status, headers, body: answer });
  };
  const fail = (error: Error): void => {
    if (!settle()) return;
    reject(error);
    started?.abort(error);
  };
  const stop = (error: unknown): void =>
    fail(
      error instanceof ServiceError || error instanceof StaleRequest
        ? error
        : new ServiceError(transportFailure(error, started !== null, viaProxy)),
    );
  const onAbort = (): void => stop(new CallStopped('CLEARFOLDER_STOPPED'));

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(controller) {
      if (settled || started !== null) {
        // A second call of `onRequestStart` means that undici repeats the request. A create must never be repeated without a look-up (I2).
        controller.abort(new CallStopped('CLEARFOLDER_STOPPED'));
        return;
      }
      if (request.mayStart?.() === false) {
        stop(new StaleRequest());
        controller.abort(new CallStopped('CLEARFOLDER_STOPPED'));
        return;
      }
      started = controller;
      idle = startIdleLimit(idleRule, () => stop(new CallStopped('CLEARFOLDER_IDLE')));
    },
    onBodySent(chunk: Buffer) {
      if (settled) return;
      sent += chunk.length;
      idle?.moved(sent);
      request.onProgress?.(sent);
    },
    onRequestSent() {
      if (!settled) idle?.moved(sent);
    },
    onResponseStart(_controller, responseStatus, responseHeaders) {
      if (settled) return;
      idle?.moved(responseStatus < 200 ? sent : 0);
      if (responseStatus < 200) return;
      status = responseStatus;
      headers = responseHeaders;
    },
    onResponseData(controller, chunk) {
      // undici passes an empty chunk when the response is resumed. A pause after the empty chunk would cause an endless loop.
      if (settled || chunk.length === 0) return;
      idle?.moved();
      const { sink } = request;
      if (sink?.accepts(status)) {
        controller.pause();
        idle?.stop();
        writing = writing
          .then(() => sink.write(chunk))
          .then(() => {
            if (settled) return;
            idle?.moved();
            controller.resume();
          });
        writing.catch((error: unknown) =>
          fail(error instanceof Error ? error : new Error('the answer could not be written')),
        );
        return;
      }
      size += chunk.length;
      if (size > mostBytes(status)) {
        succeed(null);
        controller.abort(new CallStopped('CLEARFOLDER_STOPPED'));
        return;
      }
      chunks.push(chunk);
    },
    onResponseEnd() {
      idle?.stop();
      writing
        .then(() => decodeBody(Buffer.concat(chunks), headers['content-encoding'], mostBytes(status)))
        .then(succeed, () => undefined);
    },
    onResponseError(_controller, error) {
      stop(error);
    },
  };

  request.signal?.addEventListener('abort', onAbort);
  if (request.signal?.aborted) {
    onAbort();
    return promise;
  }
  try {
    const { method, origin, path } = request;
    // A gateway must not compress the response, because the limits above count the bytes of the response.
    const headers = { 'accept-encoding': 'identity', ...request.headers };
    dispatcher.dispatch({ method, origin, path, headers, body }, handler);
  } catch (error) {
    stop(error);
  }
  return promise;
}

const mostBytes = (status: number) => (status < 300 ? MAX_ANSWER_BYTES : MAX_REFUSAL_BYTES);

// Returns a stream that reads a piece of the body only after undici has written the previous piece. `mayGoOn` is therefore called right
// before each piece is written. The stream has no buffer, so a station that was frozen or asleep calls `mayGoOn` before any further byte.
function inPieces(pieces: AsyncGenerator<Buffer>, mayGoOn: HttpRequest['mayGoOn']): Readable {
  const next = async (): Promise<Buffer | null> => {
    const { done, value } = await pieces.next();
    if (done === true) return null;
    if ((await mayGoOn?.()) === false) throw new ServiceError({ kind: 'unknown', cause: GONE_ELSEWHERE });
    return value;
  };
  return new Readable({
    highWaterMark: 0,
    read() {
      next().then(
        (piece) => this.push(piece),
        (error: Error) => this.destroy(error),
      );
    },
    destroy(error, done) {
      pieces.return(undefined).then(
        () => done(error),
        () => done(error),
      );
    },
  });
}

interface IdleLimit {
  /** Restarts the idle limit. `handedOver`: the request bytes that may still be on their way; 0 after the start of the response. */
  moved(handedOver?: number): void;
  /** Suspends the idle limit until the next call of `moved`. */
  stop(): void;
}

// Calls `onIdle` after `timeoutMs` milliseconds without progress, or after up to three times as long while a large body is being sent. The
// total time of a request has no limit (docs/architecture.md 5).
function startIdleLimit({ clock, timeoutMs }: IdleRule, onIdle: () => void): IdleLimit {
  let sleeper: AbortController | null = null;
  let dueAt = 0;
  const stop = (): void => {
    sleeper?.abort(STOPPED);
    sleeper = null;
  };
  const wait = async (own: AbortController): Promise<void> => {
    // Progress is far more frequent than the end of the limit, so `moved` only stores a new `dueAt`, and this loop extends the sleep.
    for (let left = dueAt - clock.monotonic(); left > 0; left = dueAt - clock.monotonic()) {
      await clock.sleep(left, own.signal);
      if (own.signal.aborted) return;
    }
    sleeper = null;
    onIdle();
  };
  const moved = (handedOver = 0): void => {
    const before = dueAt;
    dueAt =
      clock.monotonic() + timeoutMs * (1 + (HELD_FACTOR * Math.min(handedOver, HELD_BYTES)) / HELD_BYTES);
    if (sleeper !== null && dueAt >= before) return;
    stop();
    sleeper = new AbortController();
    void wait(sleeper);
  };
  moved();
  return { moved, stop };
}
