import { assertNever } from '../../contract/assert-never.ts';
import type { MessageRow, SentFileRow } from '../ledger/tables/outbox-rows.ts';
import { NOT_KEPT } from '../ledger/tables/retention.ts';
import { PlainError } from '../plain-error.ts';

/**
 * Whether retention took what this held. It ended the row then; an older Clearfolder left it as refused, and to send what is
 * left would empty what the Task holds, or let it go on with nothing.
 */
export function isNotKept(
  { payload, problem_code: code }: Pick<MessageRow, 'payload' | 'problem_code'>,
  files: readonly SentFileRow[],
): boolean {
  if (code === 'message.not-kept' || files.some(({ path }) => path === NOT_KEPT)) return true;
  switch (payload.kind) {
    case 'answer':
      return payload.data === null && files.length === 0;
    case 'name':
      return payload.name === '';
    case 'cleared':
    case 'external-id':
    case 'event':
      return false;
    default:
      return assertNever(payload);
  }
}

export function notKept(): PlainError {
  return new PlainError(
    'outbox.not-kept',
    'Clearfolder cannot retry this item: it was rejected, the follow-up of its Task was done long ago, and its content was deleted. Nothing was changed.',
    'Open the Task. If the content is still missing there, add the content to the Task again.',
  );
}
