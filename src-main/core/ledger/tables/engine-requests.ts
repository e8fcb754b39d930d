import { z } from 'zod';
import { failureSchema } from '../../../contract/result.ts';
import { backlogSchema } from '../../../contract/settings.ts';
import { jsonColumn, type Ledger, readAll, readNumber, readValue } from '../db/ledger.ts';

const decideBacklog = z.strictObject({
  verb: z.literal('decide-backlog'),
  folder: z.string(),
  decision: backlogSchema,
});
const decideOffer = z.strictObject({
  verb: z.literal('decide-offer'),
  folder: z.string(),
  decision: z.enum(['send', 'dismiss']),
  /** The hash of the purpose that the person saw. */
  purpose: z.string(),
});
const decideFile = z.strictObject({
  verb: z.literal('decide-file'),
  file: z.int(),
  decision: z.union([z.enum(['send', 'leave-out']), z.strictObject({ answerTo: z.string() })]),
});
const retry = z.strictObject({
  verb: z.literal('retry'),
  submission: z.string(),
  taskType: z.string().min(1).optional(),
});
const withdraw = z.strictObject({ verb: z.literal('withdraw'), submission: z.string() });

/**
 * A request of a person to the engine. The running engine stores the request as a row before it answers (`core/door/`); while no engine
 * runs, the command line stores the row, and the next engine carries the request out. No crash loses the request (I5).
 */
export const requestSchema = z.discriminatedUnion('verb', [
  decideBacklog,
  decideOffer,
  decideFile,
  z.strictObject({ verb: z.literal('send-anyway'), file: z.int() }),
  retry,
  z.strictObject({ verb: z.literal('retry-all') }),
  withdraw,
  z.strictObject({ verb: z.literal('send-again'), submission: z.string() }),
  z.strictObject({ verb: z.literal('as-task'), answer: z.string(), taskType: z.string().min(1).optional() }),
  z.strictObject({ verb: z.literal('rescan'), folder: z.string().nullable() }),
  z.strictObject({ verb: z.literal('no-other-station'), folder: z.string() }),
  z.strictObject({ verb: z.literal('pause'), folder: z.string() }),
  z.strictObject({ verb: z.literal('resume'), folder: z.string() }),
]);
export type EngineRequest = z.infer<typeof requestSchema>;

/** A request that the engine carries out at the time `due` (milliseconds since the epoch). Until then, a person can undo the request. */
const plannedSchema = z.strictObject({
  verb: z.literal('later'),
  due: z.int(),
  /** For a request to withdraw a queued row: the time at which the row would have been sent without the request. Otherwise null. */
  attempt: z.int().nullable(),
  what: z.discriminatedUnion('verb', [decideBacklog, decideOffer, decideFile, retry, withdraw]),
});
export type PlannedRequest = z.infer<typeof plannedSchema>;

export const requestOutcomeSchema = z.union([
  z.object({ ok: z.literal(true) }),
  z.object({
    ok: z.literal(false),
    error: failureSchema,
  }),
]);
export type RequestOutcome = z.infer<typeof requestOutcomeSchema>;

const requestRowSchema = z.object({
  seq: z.int(),
  actor: z.string(),
  /** The request; null if this version of the program does not know the request. */
  asked: jsonColumn(z.union([requestSchema, plannedSchema]).nullable().catch(null)),
});
export type RequestRow = z.infer<typeof requestRowSchema>;

/** Adds a request, and returns the `seq` of its row. */
export function addRequest(
  ledger: Ledger,
  asked: EngineRequest | PlannedRequest,
  actor: string,
  now: number,
): number {
  const { lastInsertRowid } = ledger
    .prepared('INSERT INTO request (at, actor, asked) VALUES (?, ?, ?)')
    .run(now, actor, JSON.stringify(asked));
  return Number(lastInsertRowid);
}

export function openRequests(ledger: Ledger): RequestRow[] {
  return readAll(
    ledger.prepared('SELECT seq, actor, asked FROM request WHERE ended_at IS NULL ORDER BY seq'),
    requestRowSchema,
  );
}

export function newestRequest(ledger: Ledger): number {
  return readNumber(ledger.prepared('SELECT MAX(seq) FROM request'));
}

export function endRequest(ledger: Ledger, seq: number, outcome: RequestOutcome, now: number): void {
  ledger
    .prepared('UPDATE request SET outcome = ?, ended_at = ? WHERE seq = ?')
    .run(JSON.stringify(outcome), now, seq);
}

/** Returns the outcome of a request; null while the request is open. */
export function requestOutcome(ledger: Ledger, seq: number): RequestOutcome | null {
  const ended = ledger.prepared('SELECT outcome FROM request WHERE seq = ? AND ended_at IS NOT NULL');
  return readValue(ended, jsonColumn(requestOutcomeSchema), seq);
}
