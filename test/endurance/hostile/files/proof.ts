import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const viewSchema = z.array(
  z.object({ remark: z.string().nullable(), counts: z.record(z.string(), z.number()) }),
);

/** The account of the one folder from `folders --json`. @throws when the account does not add up (I1) */
export function accountOf(folders: unknown): {
  found: number;
  counts: Record<string, number>;
  remark: string;
} {
  const [view] = viewSchema.parse(folders);
  const { found = 0, ...counts } = view?.counts ?? {};
  const sum = Object.values(counts).reduce((total, count) => total + count, 0);
  if (sum !== found) throw new Error(`the account does not add up: ${JSON.stringify(view?.counts)}`);
  return { found, counts, remark: view?.remark ?? '' };
}

/** @throws when a log holds one of these words of patients and documents (I11) */
export function assertNotLogged(logs: string, output: string, words: readonly string[]): void {
  const texts = readdirSync(logs).map((name) => readFileSync(join(logs, name), 'utf8'));
  for (const word of words) {
    if ([output, ...texts].some((text) => text.includes(word))) throw new Error(`"${word}" was logged`);
  }
}

/** The peak memory of a process in MiB; 0 where the system does not tell. */
export function peakMiB(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}
