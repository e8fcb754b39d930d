import { createRequire } from 'node:module';
import type { SkippingClock } from '../../../support/clock.ts';
import type { Injector } from './injector.ts';
import { wrap } from './wrap.ts';

/** The newest value of each entry, by name: reading the ledger afterwards takes its key. */
export type Seen = ReadonlyMap<string, string>;

export function injectKeychain(injector: Injector, clock: SkippingClock): Seen {
  const seen = new Map<string, string>();
  const keytar: unknown = createRequire(import.meta.url)('keytar');
  if (typeof keytar !== 'object' || keytar === null) throw new Error('no keychain to wrap');
  for (const op of ['getPassword', 'setPassword', 'deletePassword']) {
    wrap(keytar, op, async ({ args, call }) => {
      const account = String(args[1]).replace(/^[^/]*\//, '');
      const name = `keychain ${op} ${account}`;
      const fault = injector.meet({
        kind: 'keychain',
        name,
        changes: op !== 'getPassword',
        needsRoom: false,
      });
      if (fault === null) {
        const given = await clock.during(call);
        const value = op === 'setPassword' ? args[2] : given;
        if (typeof value === 'string') seen.set(account, value);
        return given;
      }
      try {
        if (fault.side === 'after') await clock.during(call);
      } finally {
        injector.killIf(fault);
      }
      throw new Error('The name org.freedesktop.secrets was not provided by any .service files');
    });
  }
  return seen;
}
