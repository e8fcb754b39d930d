import { dirname, join } from 'node:path';
import { z } from 'zod';
import { type Ledger, readOne } from '../ledger/db/ledger.ts';
import { readMarkFile, writeMarkFile } from '../ledger/db/mark-file.ts';
import { readState, writeState } from '../ledger/db/station-state.ts';
import { type AuditHead, appendAudit, auditHead, auditHeadSchema } from './audit.ts';

/*
 * A chain of hashes does not show that its newest entries were removed. So a small file beside the ledger remembers the
 * newest entry. It is written after that entry is durable, so a crash leaves it behind, never ahead; and it is never moved
 * on from an entry that is not there any more, unless the record itself says why.
 */

const MARKED = 'audit.marked';
/** Who is named for what nobody asked for. */
const PROGRAM = 'clearfolder';

const markOf = (ledger: Ledger) => join(dirname(ledger.db.name), 'audit.mark');

/** The entry that the mark beside the ledger remembers, or null. */
const readMark = (ledger: Ledger): AuditHead | null => readMarkFile(markOf(ledger), auditHeadSchema);

/** `ahead`: its entry is not there; `differs`: another stands in its place; `missing`: there was a mark, and it is gone. */
export type MarkStanding =
  | { readonly state: 'agrees' | 'explained' | 'ahead' | 'differs'; readonly mark: AuditHead }
  | { readonly state: 'none' | 'missing'; readonly mark: null };

/** How the mark stands to the record. */
export function auditMarkStanding(ledger: Ledger): MarkStanding {
  const mark = readMark(ledger);
  if (mark === null) return { state: readState(ledger, MARKED, z.boolean()) ? 'missing' : 'none', mark };
  const entry = readOne(
    ledger.prepared('SELECT seq, hash FROM audit WHERE seq = ?'),
    auditHeadSchema,
    mark.seq,
  );
  if (entry?.hash === mark.hash) return { state: 'agrees', mark };
  if (isExplained(ledger, mark)) return { state: 'explained', mark };
  return { state: entry === null ? 'ahead' : 'differs', mark };
}

/** Moves the mark on to the newest entry, where nothing is wrong with it. For every process that has written to the record. */
export function advanceAuditMark(ledger: Ledger): void {
  const { state, mark } = auditMarkStanding(ledger);
  const head = auditHead(ledger);
  if (head === null || state === 'ahead' || state === 'differs' || state === 'missing') return;
  if (head.hash !== mark?.hash) writeMarkFile(markOf(ledger), head);
  if (readState(ledger, MARKED, z.boolean()) !== true) writeState(ledger, MARKED, true);
}

/** The same for the engine, which also keeps in the record what is wrong with the mark, and begins anew from there. */
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

/** Keeps in the record that an older copy of the ledger was put back, and which entry the one before it ended with. To be called in that transaction. */
export function noteRestored(ledger: Ledger, now: number): void {
  const kept = auditHead(ledger)?.seq ?? 0;
  const detail = { before: readMark(ledger), kept };
  appendAudit(ledger, { at: now, actor: PROGRAM, action: 'ledger.restored', subject: null, detail });
  writeState(ledger, MARKED, null);
}

/**
 * Compares an entry that was vouched for elsewhere with the record. Where the entry is gone or another one stands in its place,
 * and no restore explains that, the record itself keeps so from here on.
 */
export function noteHead(ledger: Ledger, elsewhere: AuditHead, now: number): void {
  ledger.transaction(() => {
    const entry = readOne(
      ledger.prepared('SELECT seq, hash FROM audit WHERE seq = ?'),
      auditHeadSchema,
      elsewhere.seq,
    );
    if (entry?.hash === elsewhere.hash || isExplained(ledger, elsewhere) || wasLeftBehind(ledger, elsewhere))
      return;
    const detail = { before: elsewhere, kept: auditHead(ledger)?.seq ?? 0 };
    appendAudit(ledger, { at: now, actor: PROGRAM, action: 'audit.entries-missing', subject: null, detail });
  });
}

/** Whether a restore took away the entry of this number: the record went back to an entry before it. */
function wasLeftBehind(ledger: Ledger, { seq }: AuditHead): boolean {
  const restored = ledger.prepared(
    `SELECT 1 AS found FROM audit WHERE action = 'ledger.restored'
       AND json_extract(detail, '$.kept') < ? AND json_extract(detail, '$.before.seq') >= ? LIMIT 1`,
  );
  return readOne(restored, z.object({ found: z.int() }), seq, seq) !== null;
}

function isExplained(ledger: Ledger, { seq, hash }: AuditHead): boolean {
  const explains = ledger.prepared(
    `SELECT 1 AS found FROM audit WHERE action IN ('ledger.restored', 'audit.entries-missing')
       AND json_extract(detail, '$.before.seq') = ? AND json_extract(detail, '$.before.hash') = ? LIMIT 1`,
  );
  return readOne(explains, z.object({ found: z.int() }), seq, hash) !== null;
}
