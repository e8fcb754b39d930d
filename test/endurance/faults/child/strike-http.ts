import { Agent, type Dispatcher } from 'undici';
import type { SkippingClock } from '../../../support/clock.ts';
import type { Blow } from '../blow.ts';
import type { Striker } from './striker.ts';
import { systemError, withoutIds } from './wrap.ts';

/** Strikes at every request: refused, lost on the way there, or its answer lost on the way back. */
export function strikeHttp(striker: Striker, clock: SkippingClock): void {
  const dispatch = Agent.prototype.dispatch;
  Agent.prototype.dispatch = function (options, handler) {
    const path = withoutIds(String(options.path).replace(/\?.*/, ''));
    const changes = options.method !== 'GET';
    const blow = striker.meet({
      kind: 'http',
      name: `http ${options.method} ${path}`,
      changes,
      needsRoom: false,
    });
    if (blow?.side === 'before') {
      striker.killIf(blow);
      fail(blow, handler);
      return true;
    }
    return Reflect.apply(dispatch, this, [options, new Passing(handler, clock.begin(), striker, blow)]);
  };
}

/** Every second time the connection was not even there; else the request is lost once it was begun. */
function fail({ flavour }: Blow, handler: Dispatcher.DispatchHandler): void {
  setImmediate(() => {
    const reset = flavour % 2 === 1;
    if (reset) handler.onRequestStart?.(NO_CONTROLLER, undefined);
    const error = systemError(reset ? 'ECONNRESET' : 'ECONNREFUSED', reset ? 'read' : 'connect');
    handler.onResponseError?.(NO_CONTROLLER, error);
  });
}

/** Of a connection that is gone: there is nothing left to control. */
const NO_CONTROLLER: Dispatcher.DispatchController = {
  aborted: true,
  paused: false,
  reason: null,
  rawHeaders: null,
  rawTrailers: null,
  abort: () => undefined,
  pause: () => undefined,
  resume: () => undefined,
};

/** Passes everything on; with a blow, the answer is kept back until all of it is here, and then never given. */
class Passing implements Dispatcher.DispatchHandler {
  readonly #handler: Dispatcher.DispatchHandler;
  readonly #done: () => void;
  readonly #striker: Striker;
  readonly #blow: Blow | null;

  constructor(handler: Dispatcher.DispatchHandler, done: () => void, striker: Striker, blow: Blow | null) {
    this.#handler = handler;
    this.#done = done;
    this.#striker = striker;
    this.#blow = blow;
  }

  onRequestStart(...args: Parameters<NonNullable<Dispatcher.DispatchHandler['onRequestStart']>>): void {
    this.#handler.onRequestStart?.(...args);
  }

  onBodySent(...args: Parameters<NonNullable<Dispatcher.DispatchHandler['onBodySent']>>): void {
    this.#handler.onBodySent?.(...args);
  }

  onRequestSent(): void {
    this.#handler.onRequestSent?.();
  }

  onResponseStart(...args: Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>): void {
    if (this.#blow === null) this.#handler.onResponseStart?.(...args);
  }

  onResponseData(...args: Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseData']>>): void {
    if (this.#blow === null) this.#handler.onResponseData?.(...args);
  }

  onResponseEnd(...args: Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseEnd']>>): void {
    this.#done();
    if (this.#blow === null) {
      this.#handler.onResponseEnd?.(...args);
      return;
    }
    this.#striker.killIf(this.#blow);
    this.#handler.onResponseError?.(args[0], systemError('ECONNRESET', 'read'));
  }

  onResponseError(...args: Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseError']>>): void {
    this.#done();
    if (this.#blow !== null) this.#striker.killIf(this.#blow);
    this.#handler.onResponseError?.(...args);
  }
}
