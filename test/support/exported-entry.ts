import { z } from 'zod';

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
