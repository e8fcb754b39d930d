import { z } from 'zod';
import { folderRuleSchema } from '../settings.ts';
import { accountSchema, isoTime, problemViewSchema } from './common.ts';

export const folderViewSchema = z.object({
  id: z.string(),
  path: z.string(),
  rule: folderRuleSchema,
  reachable: z.boolean(),
  unreachable_since: isoTime.nullable(),
  watching: z.enum(['events', 'poll', 'scan']),
  last_scan: isoTime.nullable(),
  paused: z.boolean(),
  /** Whether files are moved once they were sent: never in practice mode. */
  moves: z.boolean(),
  /** The name of the other station that submits from this folder, or null. */
  handled_by: z.string().nullable(),
  problem: problemViewSchema.nullable(),
  remark: z.string().nullable(),
  /** Files that were there before the rule and wait for a decision about all of them. */
  backlog_waiting: z.int(),
  counts: accountSchema,
});
export type FolderViewOfRule = z.infer<typeof folderViewSchema>;

const named = z.object({ path: z.string(), rule: z.string() });
/** What a rule would do with what lies in its folder now. Lists are cut at 200; the counts are whole. */
export const folderPreviewSchema = z.object({
  reachable: z.boolean(),
  taken: z.int(),
  tasks: z.int(),
  examples: z.array(z.object({ group: z.string(), files: z.array(z.string()) })),
  ignored_count: z.int(),
  ignored: z.array(named),
  held_count: z.int(),
  held: z.array(z.object({ path: z.string(), code: z.string() })),
  unreadable: z.array(z.object({ path: z.string(), code: z.string() })),
  /** Files by age, for the choice of what to do with those already there: newest first, days from today. */
  backlog: z.array(z.object({ newer_than_days: z.int(), files: z.int() })),
});
export type FolderPreview = z.infer<typeof folderPreviewSchema>;

/** One thing that must work, looked at. */
export const findingSchema = z.object({
  what: z.string(),
  state: z.enum(['ok', 'unknown', 'fault']),
  words: z.string(),
  next: z.string(),
});
export type Finding = z.infer<typeof findingSchema>;
