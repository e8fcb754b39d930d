import { randomUUID } from 'node:crypto';
import { rename, utimes, writeFile } from 'node:fs/promises';
import { renameOver } from '../../../../../src-main/core/replace-file.ts';
import { type FileLook, type IntakeBench, pdf } from '../intake-bench.ts';

export const WRITTEN_AT = Date.UTC(2026, 0, 1) / 1000;

/** Puts a file under a name by a rename, as a copy that keeps times does: whatever stood there, the inode is another one. */
export async function put(path: string, content: string, folder: string, at = WRITTEN_AT): Promise<void> {
  const made = `${folder}/../${randomUUID()}`;
  await writeFile(made, content);
  await utimes(made, at, at);
  await renameOver(made, path);
}

export const putOne = (bench: IntakeBench, name: string, content: string): Promise<void> =>
  put(bench.at(name), content, bench.folder);

/** Puts a file there, and waits for one submission more. */
export async function sendOne(bench: IntakeBench, name: string, content: string): Promise<void> {
  const before = bench.submissions().length;
  await putOne(bench, name, content);
  await bench.submitted(before + 1);
}

export const NAMES = Array.from({ length: 20 }, (_, n) => `old-${n}.pdf`);
export const contentOf = (name: string): string => pdf(name);

export async function putAll(folder: string): Promise<void> {
  for (const name of NAMES) await put(`${folder}/${name}`, contentOf(name), folder);
}

/** It lives on elsewhere, so that its inode is not given to the next file. */
export const takeOut = (bench: IntakeBench, name: string): Promise<void> =>
  rename(bench.at(name), bench.at('..', randomUUID()));

export const current = (bench: IntakeBench): FileLook[] => bench.rows().filter((row) => row.current === 1);

/** All that was submitted has ended so. */
export function end(
  { ledger }: IntakeBench,
  state: 'rejected' | 'withdrawn' | 'accepted',
  problem: string | null = null,
): void {
  ledger.db
    .prepare('UPDATE submission SET state = ?, ended_at = 1, task_uuid = ?, problem_code = ?')
    .run(state, state === 'accepted' ? randomUUID() : null, problem);
}
