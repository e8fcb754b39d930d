import { z } from 'zod';
import { problemCodeSchema, problemSubjectSchema } from '../problem.ts';

/** A time in ISO 8601 format. */
export const isoTime = z.string();

/** `detail` is a text that the message quotes, such as an error text of the service; null without such a text. */
export const problemViewSchema = z.object({
  code: problemCodeSchema,
  subject: problemSubjectSchema.optional(),
  detail: z.string().nullable(),
  message: z.string(),
  next: z.string(),
});
export type ProblemView = z.infer<typeof problemViewSchema>;

export const ACCOUNT_STATES = [
  'ignored',
  'settling',
  'held',
  'queued',
  'sending',
  'unconfirmed',
  'accepted',
  'rejected',
  'duplicate',
  'withdrawn',
] as const;
export type AccountState = (typeof ACCOUNT_STATES)[number];
export const accountStateSchema = z.enum(ACCOUNT_STATES);

const ACCOUNT_KEYS = ['found', ...ACCOUNT_STATES, 'unreadable'] as const;
/**
 * The number of files in each state (I1). `found` is counted separately, so that a difference from the sum is visible. `unreadable` is no
 * part of `found`: the number of files and folders that Clearfolder cannot look at, so that nobody knows which documents these are.
 */
export const accountSchema = z.record(z.enum(ACCOUNT_KEYS), z.int().nonnegative());
export type AccountView = z.infer<typeof accountSchema>;

export const NOTHING_FOUND = accountSchema.parse(Object.fromEntries(ACCOUNT_KEYS.map((key) => [key, 0])));

/**
 * Why a file of a folder waits for a decision. `before`: the file was in the folder when the folder was added. `doubt`: the file may
 * have been sent without a row in the ledger. `left-out` and `again`: the file looks like an earlier file that a person left out, or that
 * became no Task. `later`: the file was in the folder before Clearfolder could send the file, for example because the rule ignored the
 * file.
 */
export const HELD_CAUSES = ['before', 'doubt', 'left-out', 'again', 'later'] as const;
export type HeldCause = (typeof HELD_CAUSES)[number];

/** The number of files that wait for a decision, for each cause that applies to at least one file. */
export const heldCausesSchema = z.array(z.object({ cause: z.enum(HELD_CAUSES), count: z.int() }));
export type HeldCauses = z.infer<typeof heldCausesSchema>;

export const outboxStateSchema = z.enum([
  'queued',
  'sending',
  'unconfirmed',
  'accepted',
  'rejected',
  'withdrawn',
]);
export type OutboxStateView = z.infer<typeof outboxStateSchema>;

export const jsonObjectSchema = z.record(z.string(), z.unknown());

export const pageInput = {
  offset: z.int().min(0).default(0),
  length: z.int().min(1).max(500).default(100),
};
