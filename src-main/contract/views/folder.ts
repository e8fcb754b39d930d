import { z } from 'zod';
import { inWords, saidSchema } from '../say.ts';
import { folderRuleSchema } from '../settings.ts';
import { accountSchema, heldCausesSchema, isoTime, problemViewSchema } from './common.ts';

export const folderViewSchema = z.object({
  id: z.string(),
  path: z.string(),
  rule: folderRuleSchema,
  reachable: z.boolean(),
  unreachable_since: isoTime.nullable(),
  watching: z.enum(['events', 'poll', 'scan']),
  last_scan: isoTime.nullable(),
  paused: z.boolean(),
  /** Whether Clearfolder moves the sent files of this folder into the archive folder; always false in practice mode. */
  moves: z.boolean(),
  /** The name of another station that sends the documents of this folder; null if this station sends the documents. */
  handled_by: z.string().nullable(),
  problem: problemViewSchema.nullable(),
  remark: z.string().nullable(),
  said: z.object({ remark: saidSchema }).nullable(),
  /**
   * The documents in the folder that were sent for another task type or request_spec only, and the number of Tasks that they would make for
   * the present ones. `left_out`: how many documents the last decision to send left out. Null if there is nothing to decide or to say.
   */
  offer: z.object({ documents: z.int(), tasks: z.int(), left_out: z.int() }).nullable(),
  /** How many files wait for a person's decision whether to send the files. An empty file is not counted. */
  backlog_waiting: z.int(),
  backlog_causes: heldCausesSchema,
  counts: accountSchema,
});
export type FolderViewOfRule = z.infer<typeof folderViewSchema>;

const named = z.object({ path: z.string(), rule: z.string() });
/** The files that a folder rule would send, hold or ignore now. Each list has at most 200 entries; the counts include all files. */
export const folderPreviewSchema = z.object({
  reachable: z.boolean(),
  taken: z.int(),
  /** How many of the `taken` files wait for a person's decision in the watched folder with the id of the rule. */
  taken_waiting: z.int(),
  tasks: z.int(),
  examples: z.array(z.object({ group: z.string(), files: z.array(z.string()) })),
  ignored_count: z.int(),
  ignored: z.array(named),
  held_count: z.int(),
  held: z.array(z.object({ path: z.string(), code: z.string() })),
  unreadable: z.array(z.object({ path: z.string(), code: z.string() })),
  /** For several ages in days: how many of the `taken` files are newer. If files wait for a decision, only these files are counted. */
  backlog: z.array(z.object({ newer_than_days: z.int(), files: z.int() })),
});
export type FolderPreview = z.infer<typeof folderPreviewSchema>;

/**
 * The result of a check. `what` names the check, `words` is the result, and `next` says what a person can do. These texts are in English;
 * `said` has the same texts in a form that `inWords` translates.
 */
export const findingSchema = z.object({
  what: z.string(),
  state: z.enum(['ok', 'unknown', 'fault']),
  words: z.string(),
  next: z.string(),
  said: z.object({ what: saidSchema, words: saidSchema, next: saidSchema }),
});
export type Finding = z.infer<typeof findingSchema>;

/** Returns a finding with the texts `said`, and with the same texts in English. */
export function findingOf(state: Finding['state'], said: Finding['said']): Finding {
  const english = (part: keyof Finding['said']) => inWords(said[part], 'en');
  return { state, what: english('what'), words: english('words'), next: english('next'), said };
}
