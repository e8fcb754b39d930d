import type { FileRow } from '../../../../../src-main/core/ledger/tables/files.ts';

/** A row of the table `file`, settling unless told otherwise. */
export const fileRowOf = (columns: Partial<FileRow>): FileRow => ({
  id: 1,
  folder_id: 'scans',
  path: 'a.pdf',
  name_key: 'a.pdf',
  current: 1,
  gone: 0,
  size: 10,
  mtime_ms: 5,
  inode: '7',
  sha256: null,
  group_key: null,
  state: 'settling',
  ignored_by: null,
  problem_code: null,
  problem_detail: null,
  submission_id: null,
  message_id: null,
  duplicate_of: null,
  parcel: null,
  move_state: null,
  move_next_at: null,
  move_attempts: 0,
  found_at: 0,
  ...columns,
});
