import { findingWords, standingWords, TAMPERED_NEXT, verifyAudit } from '../../core/audit/verify-audit.ts';
import { systemClock } from '../../core/clock.ts';
import type { Station } from '../../core/installation/open-station.ts';
import { PlainError } from '../../core/plain-error.ts';
import { readRecord } from './look-at-record.ts';

/** Whether the audit is what was written, in words. @throws PlainError `audit.tampered`, and as opening the ledger does */
export function lookAtAudit(station: Station): Promise<string> {
  return readRecord(station, async (ledger) => {
    const standing = await verifyAudit(ledger, systemClock.now);
    const words = [
      standingWords(standing),
      ...standing.findings.map((one) => findingWords(one, (iso) => new Date(iso).toLocaleString())),
    ].join(' ');
    if (!standing.whole) throw new PlainError('audit.tampered', words, TAMPERED_NEXT);
    return words;
  });
}
