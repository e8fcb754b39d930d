import { z } from 'zod';

export const patientPropertySchema = z.enum(['name', 'birth_date', 'member_id']);
export type PatientProperty = z.infer<typeof patientPropertySchema>;

/** A property of the patient, such as the birth date, that has different values in the documents of one Task. */
export const patientConflictSchema = z.object({
  property: patientPropertySchema,
  /**
   * The different values. `items` are the uuids of the data items that contain the value. Empty if the service reports a disagreement but
   * Clearfolder finds no different values.
   */
  versions: z.array(z.object({ value: z.string(), items: z.array(z.string()) })),
  /** The message of the service about the disagreement (docs/service.md 2.5); null if the service reports no such issue. */
  said: z.string().nullable(),
});
export type PatientConflict = z.infer<typeof patientConflictSchema>;
