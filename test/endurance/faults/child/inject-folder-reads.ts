import { Dir } from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { relative } from 'node:path';
import type { SkippingClock } from '../../../support/clock.ts';
import type { Injector } from './injector.ts';
import { systemError, withoutIds, wrap } from './wrap.ts';

const CODES = ['EIO', 'EACCES', 'ESTALE'] as const;

/** Wraps the read of each entry of an open folder below `root`: a share can go away during its listing. */
export function injectFolderReads(injector: Injector, clock: SkippingClock, root: string): void {
  const open = new WeakMap<object, string>();
  wrap(promises, 'opendir', async ({ args, call }) => {
    const dir = await call();
    const [path] = args;
    if (dir instanceof Dir && typeof path === 'string' && path.startsWith(root))
      open.set(dir, withoutIds(relative(root, path)));
    return dir;
  });
  /** Throws at the entry of the fault. */
  const meet = (self: unknown): void => {
    const place = self instanceof Dir ? open.get(self) : undefined;
    if (place === undefined) return;
    const fault = injector.meet({
      kind: 'file',
      name: `file readEntry ${place}`,
      changes: false,
      needsRoom: false,
    });
    if (fault === null) return;
    injector.killIf(fault);
    throw systemError(CODES[fault.variant % CODES.length] ?? 'EIO', 'readdir');
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
