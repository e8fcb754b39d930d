import { existsSync } from 'node:fs';
import { systemClock } from '../../core/clock.ts';
import { findingWords, standingWords, TAMPERED_NEXT } from '../../core/log/audit-words.ts';
import { verifyAudit } from '../../core/log/verify-audit.ts';
import { PlainError } from '../../core/plain-error.ts';
import { openStationLedger, type Station } from '../../core/station/open-station.ts';

/** Whether the audit is what was written, in words. @throws PlainError `audit.tampered`, and as opening the ledger does */
export async function lookAtAudit(station: Station): Promise<string> {
  if (!existsSync(station.paths.ledger)) return 'nothing is recorded yet';
  const { ledger } = await openStationLedger(station, 'reader');
  try {
    const standing = await verifyAudit(ledger, systemClock.now);
    const words = [
      standingWords(standing),
      ...standing.findings.map((one) => findingWords(one, (iso) => new Date(iso).toLocaleString())),
    ].join(' ');
    if (!standing.whole) throw new PlainError('audit.tampered', words, TAMPERED_NEXT);
    return words;
  } finally {
    ledger.close();
  }
}
