import { z } from 'zod';

/**
 * How a verb uses patient data. A verb that shows patient data leaves an audit entry for each view (docs/architecture.md 7).
 * - `none`: The verb neither shows nor changes patient data.
 * - `listed`: The verb shows a list.
 * - `shown`: The verb shows one Task or one drop.
 * - `changed`: The verb changes patient data. The handler of the verb writes the audit entry about a stored change.
 */
export type PatientData = 'none' | 'listed' | 'shown' | 'changed';

/** A named request of a user interface. Electron's channel or a WebSocket carries the request from the page to the program. */
export interface Verb<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly input: I;
  readonly output: O;
  readonly patientData: PatientData;
}

/** Declares a verb. `input` maps each key of the input to the schema of the value. An input with other keys is refused. */
export function verb<I extends z.core.$ZodLooseShape, O extends z.ZodType>(
  patientData: PatientData,
  input: I,
  output: O,
): Verb<z.ZodObject<I, z.core.$strict>, O> {
  return { input: z.strictObject(input), output, patientData };
}
