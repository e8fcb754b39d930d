import { Dir } from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { relative } from 'node:path';
import type { SkippingClock } from '../../../support/clock.ts';
import type { Striker } from './striker.ts';
import { systemError, withoutIds, wrap } from './wrap.ts';

const CODES = ['EIO', 'EACCES', 'ESTALE'] as const;

/** Strikes at each entry that is read of an open folder below `root`: a share that goes away while it is being listed. */
export function strikeFolderReads(striker: Striker, clock: SkippingClock, root: string): void {
  const open = new WeakMap<object, string>();
  wrap(promises, 'opendir', async ({ args, call }) => {
    const dir = await call();
    const [path] = args;
    if (dir instanceof Dir && typeof path === 'string' && path.startsWith(root))
      open.set(dir, withoutIds(relative(root, path)));
    return dir;
  });
  /** Throws where this entry is the one that is struck. */
  const meet = (self: unknown): void => {
    const place = self instanceof Dir ? open.get(self) : undefined;
    if (place === undefined) return;
    const blow = striker.meet({
      kind: 'file',
      name: `file readEntry ${place}`,
      changes: false,
      needsRoom: false,
    });
    if (blow === null) return;
    striker.killIf(blow);
    throw systemError(CODES[blow.flavour % CODES.length] ?? 'EIO', 'readdir');
  };
  wrap(Dir.prototype, 'readSync', ({ self, call }) => {
    meet(self);
    return call();
  });
  // `for await` reads past `read`.
  Reflect.set(Dir.prototype, Symbol.asyncIterator, async function* entries(this: Dir) {
    try {
      for (;;) {
        meet(this);
        const entry = await clock.during(() => this.read());
        if (entry === null) return;
        yield entry;
      }
    } finally {
      await this.close();
    }
  });
  syncBuiltinESMExports();
}
