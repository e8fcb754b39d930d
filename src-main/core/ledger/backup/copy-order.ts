import { z } from 'zod';
import { copyFactsSchema } from './copy-ledger.ts';

/** What the copying thread is told. */
export const copyOrderSchema = z.object({
  path: z.string(),
  target: z.string(),
  key: z.string(),
  /** The key that opens the copy. */
  rekeyTo: z.string(),
  facts: copyFactsSchema.nullable(),
});
export type CopyOrder = z.infer<typeof copyOrderSchema>;
