import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const leaseSchema = z.object({ name: z.string() });

/**
 * Who has a shared folder, and how often its lease was taken so far; read from the folder itself
 * (docs/architecture.md 9).
 */
export function leaseIn(folder: string): { readonly holder: string | null; readonly generation: number } {
  const control = join(folder, '.clearfolder');
  const generations = readdirSync(control).flatMap((name) => {
    const generation = /^lease-(\d+)$/.exec(name)?.[1];
    return generation === undefined ? [] : [Number(generation)];
  });
  const generation = Math.max(0, ...generations);
  if (generation === 0) return { holder: null, generation };
  const text = readFileSync(join(control, `lease-${generation}`), 'utf8');
  return { holder: text === '' ? null : leaseSchema.parse(JSON.parse(text)).name, generation };
}
