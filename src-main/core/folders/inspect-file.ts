import { join } from 'node:path';
import { assertNever } from '../../contract/assert-never.ts';
import type { FileCalls } from '../share-io/file-calls.ts';
import {
  errorCode,
  type FileIdentity,
  identityOf,
  READ_FLAGS,
  sameLook,
  sameVersion,
} from '../share-io/file-identity.ts';
import { type DocumentCheck, isConflictCopy } from '../spool/document-type.ts';
import { judgeContent, problemOfContent } from '../spool/format-end.ts';
import type { Inspection } from './file-state.ts';

/** Checks whether a file is still the recorded version, can be read, and is a complete document. */
export async function inspectFile(
  calls: FileCalls,
  root: string,
  file: { readonly path: string; readonly identity: FileIdentity },
  isDocument: DocumentCheck,
): Promise<Inspection> {
  const { identity: expected } = file;
  const path = join(root, file.path);
  try {
    const stats = await calls.lstat(path);
    if (stats === null || !stats.isFile()) return { kind: 'changed' };
    const identity = identityOf(stats);
    if (!sameVersion(identity, expected))
      return { kind: sameLook(identity, expected) ? 'renumbered' : 'changed' };
    if (expected.size === 0) return { kind: 'incomplete', code: 'file.empty' };
    const handle = await calls.open(path, READ_FLAGS);
    try {
      const found = await judgeContent(handle, { path: file.path, size: expected.size }, isDocument);
      switch (found) {
        case 'whole':
        case 'unknown':
          if (isConflictCopy(file.path))
            return { kind: 'not-a-document', problem: { code: 'file.conflict-copy', detail: null } };
          return { kind: found === 'whole' ? 'complete' : 'endless' };
        case 'file.unfinished':
          return { kind: 'incomplete', code: found };
        case 'file.not-a-document':
        case 'file.web-page':
          return { kind: 'not-a-document', problem: problemOfContent(found, file.path) };
        default:
          return assertNever(found);
      }
    } finally {
      await handle.close();
    }
  } catch (error) {
    const code = errorCode(error);
    return code === 'ENOENT' ? { kind: 'changed' } : { kind: 'unreadable', code };
  }
}
