import type { z } from 'zod';

/** How a verb touches patient data: whoever shows or changes it leaves a row in the audit (docs/architecture.md 7). */
export type PatientData = 'none' | 'listed' | 'shown' | 'changed';

/** One thing a user interface may ask, whatever carries the question. */
export interface Verb<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly input: I;
  readonly output: O;
  readonly patientData: PatientData;
}

export function verb<I extends z.ZodType, O extends z.ZodType>(
  patientData: PatientData,
  input: I,
  output: O,
): Verb<I, O> {
  return { input, output, patientData };
}
