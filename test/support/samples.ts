import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

/** Where the real-looking packets are, or null where they are absent. */
export const samplesDir: string | null =
  [process.env['CLEARFOLDER_SAMPLES'], join(root, '..', 'shared', 'samples')].find(
    (path) => path !== undefined && existsSync(join(path, '001')),
  ) ?? null;

/** Registers a test that needs the sample packets; where they are absent it says so instead. */
export function testWithSamples(name: string, work: (samples: string) => Promise<void>): void {
  const samples = samplesDir;
  if (samples === null) process.stdout.write(`not run, the sample packets are absent: ${name}\n`);
  else test(name, () => work(samples));
}

/** Paths of all files below a folder, relative to it. */
export function filesBelow(folder: string, prefix = ''): string[] {
  return readdirSync(join(folder, prefix)).flatMap((name) => {
    const path = prefix === '' ? name : `${prefix}/${name}`;
    return statSync(join(folder, path)).isDirectory() ? filesBelow(folder, path) : [path];
  });
}
