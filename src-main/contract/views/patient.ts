import { z } from 'zod';

export const patientPropertySchema = z.enum(['name', 'birth_date', 'member_id']);
export type PatientProperty = z.infer<typeof patientPropertySchema>;

/** A property of the patient for which the documents of a Task show different values. */
export const patientConflictSchema = z.object({
  property: patientPropertySchema,
  /** The different values, each with the uuids of the data items that show it. Empty if only the service says that documents disagree. */
  versions: z.array(z.object({ value: z.string(), items: z.array(z.string()) })),
  /** The service's own message about the disagreement (docs/service.md 2.5); null without such an issue. */
  said: z.string().nullable(),
});
export type PatientConflict = z.infer<typeof patientConflictSchema>;
