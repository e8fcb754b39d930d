import { resolve } from 'node:path';
import { say } from '../../../contract/say.ts';
import { findingText, TAMPERED_NEXT } from '../../../contract/texts/audit-text.ts';
import { type AuditFilter, auditFilterSchema } from '../../../contract/verbs/audit.ts';
import { appendAudit, appendView } from '../../../core/audit/audit.ts';
import { exportAudit, exportedDetail } from '../../../core/audit/export-audit.ts';
import { pageOfAudit } from '../../../core/audit/query-audit.ts';
import { standingWords, verifyAudit } from '../../../core/audit/verify-audit.ts';
import { systemClock } from '../../../core/clock.ts';
import { actor } from '../../../core/installation/actor.ts';
import type { Ledger } from '../../../core/ledger/db/ledger.ts';
import { withLedger } from '../../headless/station-ledger.ts';
import { said, t } from '../../language.ts';
import { writeNewFile } from '../new-file.ts';
import { recordIfPossible, recordView } from '../record-view.ts';
import { localTime, type StationContext, show, type Terminal, UsageError } from '../terminal.ts';

interface AuditOptions {
  readonly since?: string;
  readonly until?: string;
  readonly actor?: readonly string[];
  readonly action?: readonly string[];
  readonly about?: string;
  readonly limit?: number;
  readonly verify?: boolean;
  readonly export?: string;
}

/** `audit`: lists, verifies or exports the audit record. Returns the exit code, which is 1 if the verification finds a fault. */
export function showAudit({ terminal, choice }: StationContext, options: AuditOptions): Promise<0 | 1> {
  const filter = filterOf(options);
  return withLedger(choice, 'reader', async (ledger) => {
    if (options.verify) return await verify(terminal, ledger);
    if (options.export !== undefined)
      return await exportTo(terminal, ledger, filter, resolve(options.export));
    const { count, more, rows } = pageOfAudit(ledger, filter, { before: null, length: options.limit ?? 100 });
    const narrowed = Object.entries(filter).filter(([, by]) => by !== null && by.length > 0);
    const shown = { ...Object.fromEntries(narrowed), rows: rows.length, of: count };
    recordIfPossible(terminal, () => recordView(ledger, 'list.viewed', 'audit.page', shown));
    show(terminal, { count, entries: rows }, () => [
      ...rows.toReversed().map(({ seq, at, actor: account, action, subject, detail }) => {
        const details = Object.keys(detail).length === 0 ? '' : `  ${JSON.stringify(detail)}`;
        return `${String(seq).padStart(6)}  ${localTime(at)}  ${account}  ${action}  ${subject ?? ''}${details}`;
      }),
      ...(more
        ? [
            t('terminal.newestEntries', {
              count: rows.length,
              total: count,
            }),
          ]
        : []),
      ...(count === 0 ? [t('terminal.noEntries')] : []),
    ]);
    return 0;
  });
}

async function verify(terminal: Terminal, ledger: Ledger): Promise<0 | 1> {
  const at = systemClock.now();
  recordIfPossible(terminal, () =>
    appendView(ledger, { at, actor: actor(), action: 'audit.verified', subject: null }),
  );
  const standing = await verifyAudit(ledger, systemClock.now);
  show(terminal, standing, () => [
    said(standingWords(standing)),
    ...standing.findings.map((finding) => `    ${said(findingText(finding, localTime))}`),
    ...(standing.whole ? [] : [`    ${t('common.whatToDo1', { next: TAMPERED_NEXT })}`]),
    ...(standing.head === null
      ? []
      : [`    ${t('terminal.newestEntry', { seq: String(standing.head.seq), hash: standing.head.hash })}`]),
  ]);
  return standing.whole ? 0 : 1;
}

async function exportTo(terminal: Terminal, ledger: Ledger, filter: AuditFilter, path: string): Promise<0> {
  const format = path.toLowerCase().endsWith('.csv') ? 'csv' : 'jsonl';
  let entries = 0;
  const texts = async function* () {
    const detail = exportedDetail(format, filter);
    const at = systemClock.now();
    // The audit entry is written first, so that no export can happen without an audit entry.
    appendAudit(ledger, { at, actor: actor(), action: 'audit.exported', subject: null, detail });
    for await (const part of exportAudit(ledger, filter, format)) {
      entries += part.entries;
      yield part.text;
    }
  };
  await writeNewFile(path, texts());
  show(terminal, { file: path, format, entries }, () => [
    t('terminal.entriesWritten', { entries, path }),
    t('terminal.eachLineHashHash'),
  ]);
  return 0;
}

function filterOf({
  since: from,
  until: to,
  actor: account,
  action,
  about: subject,
}: AuditOptions): AuditFilter {
  const filter = auditFilterSchema.safeParse({ from, to, actor: account, action, subject });
  if (filter.success) return filter.data;
  const where = filter.error.issues[0]?.path[0];
  throw new UsageError(
    where === 'from' || where === 'to'
      ? say('terminal.needsDay202601', {
          option: where === 'from' ? 'since' : 'until',
        })
      : say('terminal.filterTooLong'),
  );
}
