import { dirname, join } from 'node:path';
import { z } from 'zod';
import { type BackgroundLoop, createBackgroundLoop } from '../background-loop.ts';
import type { Clock } from '../clock.ts';
import { HELD_OPEN, hasCode } from '../error-code.ts';
import { type Ledger, readNumber, readOne } from '../ledger/db/ledger.ts';
import { readMarkFile, writeMarkFile } from '../ledger/db/sidecar-file.ts';
import { readState, writeState } from '../ledger/db/station-state.ts';
import { describeError } from '../log/describe-error.ts';
import type { Log } from '../log/events.ts';
import { type AuditHead, appendAudit, auditHead, auditHeadSchema, PROGRAM } from './audit.ts';

// The hash chain does not reveal that the newest entries were removed. The audit mark, a small file beside the ledger, therefore
// names the newest entry. The engine writes the mark after the entry is durable, so the mark is never newer than the audit. If the
// audit lacks the entry in the mark, the mark stays unchanged until another audit entry explains the difference.

const MARKED = 'audit.marked';
// A wait for another program that has the mark open would block the thread. The engine writes the mark a second later instead.
const NO_WAIT_MS = 0;

const markOf = (ledger: Ledger) => join(dirname(ledger.db.name), 'audit.mark');

const readMark = (ledger: Ledger): AuditHead | null =>
  readMarkFile(markOf(ledger), auditHeadSchema, NO_WAIT_MS);

const entryAt = (ledger: Ledger, seq: number): AuditHead | null =>
  readOne(ledger.prepared('SELECT seq, hash FROM audit WHERE seq = ?'), auditHeadSchema, seq);

/**
 * The result of comparing the mark with the audit.
 * - `agrees`: The audit has the entry that the mark names.
 * - `ahead`: The audit has no entry with the number in the mark.
 * - `differs`: The entry with the number in the mark has another hash.
 * - `explained`: The audit lacks the entry that the mark names, and another audit entry explains why.
 * - `none`: No mark exists, and no mark is expected.
 * - `missing`: A mark is expected, and no mark exists.
 */
export type MarkStanding =
  | { readonly state: 'agrees' | 'explained' | 'ahead' | 'differs'; readonly mark: AuditHead }
  | { readonly state: 'none' | 'missing'; readonly mark: null };

export function auditMarkStanding(ledger: Ledger): MarkStanding {
  const mark = readMark(ledger);
  if (mark === null) return { state: readState(ledger, MARKED, z.boolean()) ? 'missing' : 'none', mark };
  const entry = entryAt(ledger, mark.seq);
  if (entry?.hash === mark.hash) return { state: 'agrees', mark };
  if (isExplained(ledger, mark)) return { state: 'explained', mark };
  return { state: entry === null ? 'ahead' : 'differs', mark };
}

/** Must be called after the newest entry is durable. Does nothing if the mark is missing or names an entry that the audit lacks. */
export function advanceAuditMark(ledger: Ledger): void {
  const { state, mark } = auditMarkStanding(ledger);
  const head = auditHead(ledger);
  if (head === null || state === 'ahead' || state === 'differs' || state === 'missing') return;
  if (head.hash !== mark?.hash) writeMarkFile(markOf(ledger), head, NO_WAIT_MS);
  if (readState(ledger, MARKED, z.boolean()) !== true) writeState(ledger, MARKED, true);
}

/** Writes the newest entry into the mark. If the mark is missing or names an entry that the audit lacks, first records this fact. */
export function keepAuditMark(ledger: Ledger, now: number): void {
  const entry = { at: now, actor: PROGRAM, subject: null };
  ledger.transaction(() => {
    const { state, mark } = auditMarkStanding(ledger);
    if (state === 'missing') {
      appendAudit(ledger, { ...entry, action: 'audit.mark-missing' });
      writeState(ledger, MARKED, null);
    } else if (state === 'ahead' || state === 'differs') {
      const kept = auditHead(ledger)?.seq ?? 0;
      appendAudit(ledger, { ...entry, action: 'audit.entries-missing', detail: { before: mark, kept } });
    }
  });
  advanceAuditMark(ledger);
}

/** Records in the audit that an older copy of the ledger was restored. Must be called in the transaction that detects the restore. */
export function noteRestored(ledger: Ledger, now: number): void {
  const kept = auditHead(ledger)?.seq ?? 0;
  const detail = { before: readMark(ledger), kept };
  appendAudit(ledger, { at: now, actor: PROGRAM, action: 'ledger.restored', subject: null, detail });
  writeState(ledger, MARKED, null);
}

/** Adds an audit entry if the audit lacks `elsewhere` and no entry explains why. `elsewhere`: the newest entry in an external copy. */
export function compareWithCopy(ledger: Ledger, elsewhere: AuditHead, now: number): void {
  ledger.transaction(() => {
    if (
      entryAt(ledger, elsewhere.seq)?.hash === elsewhere.hash ||
      isExplained(ledger, elsewhere) ||
      wasLeftBehind(ledger, elsewhere)
    )
      return;
    const detail = { before: elsewhere, kept: auditHead(ledger)?.seq ?? 0 };
    appendAudit(ledger, { at: now, actor: PROGRAM, action: 'audit.entries-missing', subject: null, detail });
  });
}

// Whether the entry `seq` is missing because an older ledger without this entry was restored.
function wasLeftBehind(ledger: Ledger, { seq }: AuditHead): boolean {
  const restored = ledger.prepared(
    `SELECT 1 FROM audit WHERE action = 'ledger.restored'
       AND json_extract(detail, '$.kept') < ? AND json_extract(detail, '$.before.seq') >= ? LIMIT 1`,
  );
  return readNumber(restored, seq, seq) === 1;
}

function isExplained(ledger: Ledger, { seq, hash }: AuditHead): boolean {
  const explains = ledger.prepared(
    `SELECT 1 FROM audit WHERE action IN ('ledger.restored', 'audit.entries-missing')
       AND json_extract(detail, '$.before.seq') = ? AND json_extract(detail, '$.before.hash') = ? LIMIT 1`,
  );
  return readNumber(explains, seq, hash) === 1;
}

const UPDATE_EVERY_MS = 1_000;

export function createAuditMarkUpdates({
  ledger,
  clock,
  log,
  everyMs = UPDATE_EVERY_MS,
}: {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly log: Log;
  readonly everyMs?: number;
}): BackgroundLoop {
  let kept: string | null = null;
  let failing = false;

  function keep(): void {
    try {
      const hash = auditHead(ledger)?.hash ?? '';
      if (hash === kept) return;
      keepAuditMark(ledger, clock.now());
      kept = auditHead(ledger)?.hash ?? '';
      failing = false;
    } catch (error) {
      // A virus scanner often has the mark open. The next call, a second later, then writes the mark.
      if (hasCode(error, HELD_OPEN)) return;
      // A full disk must not stop the engine. A mark that is too old causes no false finding.
      if (!failing) log('engine.fault', { where: 'audit', error: describeError(error) });
      failing = true;
    }
  }

  return createBackgroundLoop(async (stopping) => {
    while (!stopping.aborted) {
      keep();
      await clock.sleep(everyMs, stopping);
    }
    keep();
  });
}
