import { existsSync } from 'node:fs';
import promises from 'node:fs/promises';
import { join } from 'node:path';
import { MOUNTED } from '../scene-files.ts';
import { wrap } from './wrap.ts';

const exists = existsSync;

/** Gives the mounted `share` another device number: only the superuser can mount a real disk. */
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
