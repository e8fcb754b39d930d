import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TestDir {
  readonly path: string;
  /** A path inside the folder; creates nothing. */
  at(...parts: string[]): string;
}

/** A private folder that its owner removes. */
export interface TempDir extends TestDir, AsyncDisposable {
  remove(): Promise<void>;
}

/** Makes an empty folder under the system's temporary folder. */
export async function tempDir(label = 'test'): Promise<TempDir> {
  const path = await mkdtemp(join(tmpdir(), `clearfolder-${label}-`));
  const remove = () => rm(path, { recursive: true, force: true, maxRetries: 3 });
  return { path, at: (...parts) => join(path, ...parts), remove, [Symbol.asyncDispose]: remove };
}
