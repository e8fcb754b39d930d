import { z } from 'zod';
import { verb } from '../verb.ts';
import { insightsSchema } from '../views/insights.ts';
import { exportForm } from './tasks.ts';

/** The first and the last local day of a period, such as 2026-01-31. */
export const periodSchema = z.strictObject({ from: z.iso.date(), to: z.iso.date() });
export type Period = z.infer<typeof periodSchema>;

export const insightsVerbs = {
  'insights.get': verb('listed', periodSchema.shape, insightsSchema),
  /** Writes the numbers that `insights.get` returns into a file. `rows` is the number of rows in all tables. */
  'insights.export': verb(
    'none',
    { ...periodSchema.shape, ...exportForm },
    z.object({ file: z.string(), name: z.string(), rows: z.int() }),
  ),
};
