import { existsSync } from 'node:fs';
import promises from 'node:fs/promises';
import { join } from 'node:path';
import { MOUNTED } from '../scene-files.ts';
import { wrap } from './wrap.ts';

const exists = existsSync;

/** Once it is there, `share` is one of another disk: nobody but the superuser can mount one. */
export function putOnAnotherDisk(root: string): void {
  wrap(promises, 'stat', async ({ args, call }) => {
    const stats = await call();
    const isShare = args[0] === join(root, 'share') && exists(join(root, MOUNTED));
    if (!isShare || typeof stats !== 'object' || stats === null) return stats;
    const dev: unknown = Reflect.get(stats, 'dev');
    if (typeof dev === 'bigint') Reflect.set(stats, 'dev', dev + 1n);
    if (typeof dev === 'number') Reflect.set(stats, 'dev', dev + 1);
    return stats;
  });
}
