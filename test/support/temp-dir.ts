import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A private folder for one test. */
export interface TempDir extends AsyncDisposable {
  readonly path: string;
  /** A path inside the folder; creates nothing. */
  at(...parts: string[]): string;
  remove(): Promise<void>;
}

/** Makes an empty folder under the system's temporary folder. */
export async function tempDir(label = 'test'): Promise<TempDir> {
  const path = await mkdtemp(join(tmpdir(), `clearfolder-${label}-`));
  const remove = () => rm(path, { recursive: true, force: true, maxRetries: 3 });
  return { path, at: (...parts) => join(path, ...parts), remove, [Symbol.asyncDispose]: remove };
}
