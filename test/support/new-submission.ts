import type { NewSubmission } from '../../src-main/core/ledger/new-submission.ts';

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
