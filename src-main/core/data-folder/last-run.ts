import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writePrivateFile } from './private-file.ts';

const lastRunSchema = z.object({
  environment: z.string(),
  settingsFile: z.string().nullable(),
  secrets: z.string().nullable(),
});

/** How the engine ran last, so that reading verbs look at the same ledger: `secrets` is the choice as given, never a secret. */
export type LastRun = z.infer<typeof lastRunSchema>;

const pathIn = (dir: string) => join(dir, 'last-run.json');

/** How the engine ran last, or null where that is not known; it is a convenience, so a damaged file counts as none. */
export async function readLastRun(dir: string): Promise<LastRun | null> {
  try {
    return lastRunSchema.parse(JSON.parse(await readFile(pathIn(dir), 'utf8')));
  } catch {
    return null;
  }
}

/** Remembers how the engine runs. Rejects with the system's error. */
export async function writeLastRun(dir: string, run: LastRun, suffix: string): Promise<void> {
  await writePrivateFile(pathIn(dir), `${JSON.stringify(run)}\n`, suffix);
}
