import { z } from 'zod';

/** The use that a verb makes of patient data. A verb that shows or changes patient data writes an audit entry (docs/architecture.md 7). */
export type PatientData = 'none' | 'listed' | 'shown' | 'changed';

/** A verb: a named request of a user interface. Every transport (Electron's channels or HTTP) offers the same verbs. */
export interface Verb<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly input: I;
  readonly output: O;
  readonly patientData: PatientData;
}

/** Declares a verb. `input` maps each key to a schema; a request with other keys is refused. */
export function verb<I extends z.core.$ZodLooseShape, O extends z.ZodType>(
  patientData: PatientData,
  input: I,
  output: O,
): Verb<z.ZodObject<I, z.core.$strict>, O> {
  return { input: z.strictObject(input), output, patientData };
}
