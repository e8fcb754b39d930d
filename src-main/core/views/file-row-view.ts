import { z } from 'zod';
import { problemCodeSchema } from '../../contract/problem.ts';
import { accountStateSchema } from '../../contract/views/common.ts';

/** What every list of files reads of a row of `file_account`. */
export const fileRowSchema = z.object({
  id: z.int(),
  folder_id: z.string().nullable(),
  path: z.string(),
  size: z.int(),
  account: accountStateSchema,
  ignored_by: z.string().nullable(),
  duplicate_of: z.string().nullable(),
  found_at: z.int(),
  problem_code: problemCodeSchema.nullable(),
  problem_detail: z.string().nullable(),
});
type FileRow = z.infer<typeof fileRowSchema>;

/** One found file and what has become of it (I1), without its problem. */
export function fileRowView(row: FileRow) {
  return {
    id: row.id,
    folder: row.folder_id,
    path: row.path,
    size: row.size,
    state: row.account,
    ignored_by: row.ignored_by,
    duplicate_of: row.duplicate_of,
    found_at: new Date(row.found_at).toISOString(),
  };
}
