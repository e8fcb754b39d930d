import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Agent, type Dispatcher } from 'undici';
import type { SkippingClock } from '../../../support/clock.ts';
import { routes } from '../../../support/routes.ts';
import type { Fault } from '../fault.ts';
import { NO_CREATES } from '../scene-files.ts';
import type { Injector } from './injector.ts';
import { systemError, withoutIds } from './wrap.ts';

// `injectFiles` wraps `existsSync` later; these looks are not the program's.
const exists = existsSync;

/** Wraps every request: a fault refuses the connection, loses the request, or loses the answer. */
export function injectHttp(injector: Injector, clock: SkippingClock, root: string): void {
  const dispatch = Agent.prototype.dispatch;
  Agent.prototype.dispatch = function (options, handler) {
    const path = withoutIds(String(options.path).replace(/\?.*/, ''));
    if (path.endsWith(routes.create.path) && exists(join(root, NO_CREATES))) {
      refuse(handler, systemError('ECONNREFUSED', 'connect'));
      return true;
    }
    const changes = options.method !== 'GET';
    const fault = injector.meet({
      kind: 'http',
      name: `http ${options.method} ${path}`,
      changes,
      needsRoom: false,
    });
    if (fault?.side === 'before') {
      injector.killIf(fault);
      fail(fault, handler);
      return true;
    }
    return Reflect.apply(dispatch, this, [options, new Passing(handler, clock.begin(), injector, fault)]);
  };
}

/** Half of the faults refuse the connection; the others lose a request that has begun. */
function fail({ variant }: Fault, handler: Dispatcher.DispatchHandler): void {
  setImmediate(() => {
    const reset = variant % 2 === 1;
    if (reset) handler.onRequestStart?.(NO_CONTROLLER, undefined);
    const error = systemError(reset ? 'ECONNRESET' : 'ECONNREFUSED', reset ? 'read' : 'connect');
    handler.onResponseError?.(NO_CONTROLLER, error);
  });
}

function refuse(handler: Dispatcher.DispatchHandler, error: Error): void {
  setImmediate(() => handler.onResponseError?.(NO_CONTROLLER, error));
}

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

/** Passes everything on; a fault holds the whole answer back, and then fails the request. */
class Passing implements Dispatcher.DispatchHandler {
  readonly #handler: Dispatcher.DispatchHandler;
  readonly #done: () => void;
  readonly #injector: Injector;
  readonly #fault: Fault | null;

  constructor(
    handler: Dispatcher.DispatchHandler,
    done: () => void,
    injector: Injector,
    fault: Fault | null,
  ) {
    this.#handler = handler;
    this.#done = done;
    this.#injector = injector;
    this.#fault = fault;
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
    if (this.#fault === null) this.#handler.onResponseStart?.(...args);
  }

  onResponseData(...args: Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseData']>>): void {
    if (this.#fault === null) this.#handler.onResponseData?.(...args);
  }

  onResponseEnd(...args: Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseEnd']>>): void {
    this.#done();
    if (this.#fault === null) {
      this.#handler.onResponseEnd?.(...args);
      return;
    }
    this.#injector.killIf(this.#fault);
    this.#handler.onResponseError?.(args[0], systemError('ECONNRESET', 'read'));
  }

  onResponseError(...args: Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseError']>>): void {
    this.#done();
    if (this.#fault !== null) this.#injector.killIf(this.#fault);
    this.#handler.onResponseError?.(...args);
  }
}
