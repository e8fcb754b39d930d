import { z } from 'zod';
import { verb } from '../verb.ts';
import { auditEntrySchema, auditStandingSchema } from '../views/audit.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const dateOrTime = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(DAY.test(text) ? `${text}T00:00:00` : text)), 'not a date')
  .nullable()
  .default(null);

const strings = z.array(z.string().max(200)).max(100).default([]);

/** The filters of the audit. All filters must match; an empty list matches everything. */
export const auditFilterSchema = z.strictObject({
  actor: strings,
  action: strings,
  /** A part of the id that an entry is about. */
  subject: z.string().trim().max(200).default(''),
  /** Days of this computer, both inclusive, such as 2026-01-31; or a time with its offset. */
  from: dateOrTime,
  to: dateOrTime,
});
export type AuditFilter = z.infer<typeof auditFilterSchema>;

export const auditVerbs = {
  /** Newest entries first. `before` is the number of the entry that the page follows. */
  'audit.page': verb(
    'listed',
    {
      ...auditFilterSchema.shape,
      before: z.int().nullable().default(null),
      length: z.int().min(1).max(500).default(100),
    },
    z.object({ count: z.int(), more: z.boolean(), rows: z.array(auditEntrySchema) }),
  ),
  /** The values that the audit has for the filters. */
  'audit.facets': verb('none', {}, z.object({ actors: z.array(z.string()), actions: z.array(z.string()) })),
  /** Reads the whole audit and says whether all entries are unchanged. */
  'audit.verify': verb('none', {}, auditStandingSchema),
  /** Writes the matching entries with their hashes, oldest first, into a file. The host saves the file where the person chooses. */
  'audit.export': verb(
    'none',
    { ...auditFilterSchema.shape, format: z.enum(['csv', 'jsonl']) },
    z.object({ file: z.string(), name: z.string(), entries: z.int() }),
  ),
  /** The complete text of a support bundle: no documents, no names of files, Tasks or patients, no secrets. */
  'support.make': verb('none', {}, z.object({ file: z.string(), name: z.string(), text: z.string() })),
};
