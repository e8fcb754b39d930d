import { z } from 'zod';
import { verb } from '../verb.ts';
import { auditEntrySchema, auditStandingSchema } from '../views/audit.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const when = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(DAY.test(text) ? `${text}T00:00:00` : text)), 'not a date')
  .nullable()
  .default(null);

const some = z.array(z.string().max(200)).max(100).default([]);

/** What narrows the record. All combine with AND; an empty list means all. */
export const auditFilterSchema = z.strictObject({
  actor: some,
  action: some,
  /** Part of the id that an entry is about. */
  subject: z.string().trim().max(200).default(''),
  /** Days of this computer, both inclusive, such as 2026-01-31; or a time with its offset. */
  from: when,
  to: when,
});
export type AuditFilter = z.infer<typeof auditFilterSchema>;

export const auditVerbs = {
  /** Newest first, from the entry before `before` on. */
  'audit.page': verb(
    'listed',
    auditFilterSchema.extend({
      before: z.int().nullable().default(null),
      length: z.int().min(1).max(500).default(100),
    }),
    z.object({ count: z.int(), more: z.boolean(), rows: z.array(auditEntrySchema) }),
  ),
  /** What the filters can be set to. */
  'audit.facets': verb(
    'none',
    z.strictObject({}),
    z.object({ actors: z.array(z.string()), actions: z.array(z.string()) }),
  ),
  /** Walks through the whole record, and says whether it is what was written. */
  'audit.verify': verb('none', z.strictObject({}), auditStandingSchema),
  /** Writes what the filter leaves, oldest first, with the hashes, into a file that the host saves where the person wants it. */
  'audit.export': verb(
    'none',
    auditFilterSchema.extend({ format: z.enum(['csv', 'jsonl']) }),
    z.object({ file: z.string(), name: z.string(), entries: z.int() }),
  ),
  /** What a support bundle holds, whole and as it would be saved: no documents, no names of files, Tasks or patients, no secrets. */
  'support.make': verb(
    'none',
    z.strictObject({}),
    z.object({ file: z.string(), name: z.string(), text: z.string() }),
  ),
};
