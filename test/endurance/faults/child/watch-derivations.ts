import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import type { SkippingClock } from '../../../support/clock.ts';
import { wrap } from './wrap.ts';

/** A thread derives a PIN's key for a fifth of a second; the clock must not jump meanwhile. */
export function watchDerivations(clock: SkippingClock): void {
  wrap(crypto, 'scrypt', ({ args, call }) => {
    const back = args.at(-1);
    if (typeof back !== 'function') return call();
    const done = clock.begin();
    const heard = (...given: unknown[]): unknown => {
      done();
      return Reflect.apply(back, undefined, given);
    };
    return call([...args.slice(0, -1), heard]);
  });
  syncBuiltinESMExports();
}
