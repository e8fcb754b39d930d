import { createRequire } from 'node:module';
import type { SkippingClock } from '../../../support/clock.ts';
import type { Striker } from './striker.ts';
import { wrap } from './wrap.ts';

/** The newest value of each entry that passed, by its name: whoever looks at the ledger afterwards needs its key. */
export type Seen = ReadonlyMap<string, string>;

/** Strikes at the operating system's keychain. */
export function strikeKeychain(striker: Striker, clock: SkippingClock): Seen {
  const seen = new Map<string, string>();
  const keytar: unknown = createRequire(import.meta.url)('keytar');
  if (typeof keytar !== 'object' || keytar === null) throw new Error('no keychain to strike at');
  for (const op of ['getPassword', 'setPassword', 'deletePassword']) {
    wrap(keytar, op, async ({ args, call }) => {
      const account = String(args[1]).replace(/^[^/]*\//, '');
      const name = `keychain ${op} ${account}`;
      const blow = striker.meet({
        kind: 'keychain',
        name,
        changes: op !== 'getPassword',
        needsRoom: false,
      });
      if (blow === null) {
        const given = await clock.during(call);
        const value = op === 'setPassword' ? args[2] : given;
        if (typeof value === 'string') seen.set(account, value);
        return given;
      }
      try {
        if (blow.side === 'after') await clock.during(call);
      } finally {
        striker.killIf(blow);
      }
      throw new Error('The name org.freedesktop.secrets was not provided by any .service files');
    });
  }
  return seen;
}
