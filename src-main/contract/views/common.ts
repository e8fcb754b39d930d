import { z } from 'zod';
import { problemCodeSchema, problemSubjectSchema } from '../problem.ts';

/** A time as text, ISO 8601. */
export const isoTime = z.string();

/** A problem of a row: what it is about, what the service or the system said (`detail`), and the English words for it. */
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

const count = z.int().nonnegative();
/** The counts of I1. `found` is counted on its own, so that a sum that does not add up would be seen. */
export const accountSchema = z.object({
  found: count,
  ignored: count,
  settling: count,
  held: count,
  queued: count,
  sending: count,
  unconfirmed: count,
  accepted: count,
  rejected: count,
  duplicate: count,
  withdrawn: count,
});
export type AccountView = z.infer<typeof accountSchema>;

/** The account of a station that has found nothing yet. */
export const NOTHING_FOUND: AccountView = {
  found: 0,
  ignored: 0,
  settling: 0,
  held: 0,
  queued: 0,
  sending: 0,
  unconfirmed: 0,
  accepted: 0,
  rejected: 0,
  duplicate: 0,
  withdrawn: 0,
};

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

/** A page of a long list: which rows, and how many there are in all. */
export const pageInput = {
  offset: z.int().min(0).default(0),
  length: z.int().min(1).max(500).default(100),
};
