import { z } from 'zod';
import { copyFactsSchema } from './copy-ledger.ts';

/** What the copying thread is told. */
export const copyOrderSchema = z.object({
  path: z.string(),
  target: z.string(),
  key: z.string(),
  facts: copyFactsSchema.nullable(),
});
export type CopyOrder = z.infer<typeof copyOrderSchema>;
