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

/** An entry matches if every field of the filter matches. An empty list, an empty text and null match every entry. */
export const auditFilterSchema = z.strictObject({
  actor: strings,
  action: strings,
  subject: z.string().trim().max(200).default(''),
  /** `from` and `to` are local dates, such as 2026-01-31, or times with a UTC offset. A date includes the whole day. */
  from: dateOrTime,
  to: dateOrTime,
});
export type AuditFilter = z.infer<typeof auditFilterSchema>;

export const auditVerbs = {
  /** Lists entries, newest first. `before` is the number of the last entry on the previous page; null for the first page. */
  'audit.page': verb(
    'listed',
    {
      ...auditFilterSchema.shape,
      before: z.int().nullable().default(null),
      length: z.int().min(1).max(500).default(100),
    },
    z.object({ count: z.int(), more: z.boolean(), rows: z.array(auditEntrySchema) }),
  ),
  'audit.facets': verb('none', {}, z.object({ actors: z.array(z.string()), actions: z.array(z.string()) })),
  'audit.verify': verb('none', {}, auditStandingSchema),
  /** Writes the matching entries, with their hashes, into a file, oldest first. The host saves the file where a person chooses. */
  'audit.export': verb(
    'none',
    { ...auditFilterSchema.shape, format: z.enum(['csv', 'jsonl']) },
    z.object({ file: z.string(), name: z.string(), entries: z.int() }),
  ),
  /** Makes a support bundle. The text of the bundle contains no documents, no secrets, and no names of files, Tasks or patients. */
  'support.make': verb('none', {}, z.object({ file: z.string(), name: z.string(), text: z.string() })),
};
