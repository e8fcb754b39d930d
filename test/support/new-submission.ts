import type { NewFile } from '../../src-main/core/ledger/tables/outbox-rows.ts';
import type { NewSubmission } from '../../src-main/core/ledger/tables/submissions.ts';

/** A frozen document of one byte with this name, hash and name in the spool. */
export const newFile = (name: string, more: Partial<NewFile> = {}): NewFile => ({
  path: name,
  fileName: name,
  mediaType: 'application/pdf',
  size: 1,
  sha256: name,
  spoolName: name,
  ...more,
});

/** A submission of these documents as somebody gives it by hand, known to the service by its own id, unless `more` says otherwise. */
export function newSubmission(
  id: string,
  files: NewSubmission['files'],
  more: Partial<NewSubmission> = {},
): NewSubmission {
  return {
    id,
    origin: 'drop',
    folderId: null,
    groupKey: null,
    claimKey: null,
    taskType: 'prior-auth',
    requestSpec: {},
    name: null,
    callbackTemplate: null,
    externalId: id,
    files,
    perhapsSent: false,
    ...more,
  };
}
