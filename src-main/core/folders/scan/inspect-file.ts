import type { FileCalls } from '../../share-io/file-calls.ts';
import {
  errorCode,
  type FileIdentity,
  identityOf,
  READ_FLAGS,
  sameVersion,
} from '../../share-io/file-identity.ts';
import { hasItsEnd } from '../../spool/format-end.ts';
import type { Inspection } from '../file-state.ts';

/** Whether a file is still the version that was recorded, is not empty, can be read, and has the end of its format. */
export async function inspectFile(
  calls: FileCalls,
  path: string,
  expected: FileIdentity,
): Promise<Inspection> {
  try {
    const stats = await calls.lstat(path);
    if (stats === null || !stats.isFile() || !sameVersion(identityOf(stats), expected))
      return { kind: 'changed' };
    if (expected.size === 0) return { kind: 'incomplete', code: 'file.empty' };
    const handle = await calls.open(path, READ_FLAGS);
    try {
      if (await hasItsEnd(handle, expected.size)) return { kind: 'complete' };
      return { kind: 'incomplete', code: 'file.unfinished' };
    } finally {
      await handle.close();
    }
  } catch (error) {
    const code = errorCode(error);
    return code === 'ENOENT' ? { kind: 'changed' } : { kind: 'unreadable', code };
  }
}
