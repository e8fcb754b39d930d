import { z } from 'zod';

/** An entry of the audit record as a line of its export has it. */
export const exportedEntrySchema = z.object({
  seq: z.int(),
  at: z.int(),
  actor: z.string(),
  action: z.string(),
  subject: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
  previous: z.string(),
  hash: z.string(),
});
