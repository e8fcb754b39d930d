import type { SubmissionRow } from '../ledger/tables/outbox-rows.ts';
import type { ToldRows } from '../ledger/tables/submissions.ts';
import type { Elsewhere, OutboxContext } from './context.ts';

/** The rows that were told so, and would be told the same again: as many as they are, they take no place from others (I8). */
export function refusedRows({ claims }: Pick<OutboxContext, 'claims'>): readonly ToldRows[] {
  return claims.refused?.() ?? [];
}

/** Whether a row is one of them once it says so. */
export function isRefused(
  context: Pick<OutboxContext, 'claims'>,
  row: SubmissionRow,
  told: Elsewhere,
): boolean {
  return refusedRows(context).some(
    ({ folderId, after, upTo, code }) =>
      code === told && folderId === row.folder_id && after < row.seq && row.seq <= upTo,
  );
}
