import { existsSync } from 'node:fs';
import { cipherWords } from '../../core/ledger/cipher-words.ts';
import type { Ledger } from '../../core/ledger/ledger.ts';
import { openStationLedger, type Station } from '../../core/station/open-station.ts';

/** What `work` says of the record of what was sent, or that there is none yet. @throws PlainError as opening the ledger does */
export async function readRecord(
  station: Station,
  work: (ledger: Ledger) => Promise<string> | string,
): Promise<string> {
  if (!existsSync(station.paths.ledger)) return 'nothing is recorded yet';
  const { ledger } = await openStationLedger(station, 'reader');
  try {
    return await work(ledger);
  } finally {
    ledger.close();
  }
}

/** With which cipher the record is encrypted. */
export function cipherInWords(station: Station): Promise<string> {
  return readRecord(station, ({ cipher }) => `encrypted with ${cipherWords(cipher)}`);
}
