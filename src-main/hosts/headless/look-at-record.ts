import { existsSync } from 'node:fs';
import { describeProblem } from '../../contract/problem.ts';
import { copiesState } from '../../core/housekeeping/external-copies.ts';
import { openStationLedger, type Station } from '../../core/installation/open-station.ts';
import { cipherWords } from '../../core/ledger/db/cipher.ts';
import type { Ledger } from '../../core/ledger/db/ledger.ts';
import { PlainError } from '../../core/plain-error.ts';
import { readCopiesPassphrase } from '../../core/secrets/copies-passphrase.ts';

const HOUR_MS = 3_600_000;

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

/**
 * Where copies of the record go beside the data folder, and when the newest one was made.
 *
 * @throws PlainError with what keeps copies from being written; as opening the ledger does
 */
export async function copiesInWords(station: Station, now: number): Promise<string> {
  const { copies, environment } = station.settings;
  if (copies === null)
    return 'none but those in the data folder: "copies" names no other place in the settings';
  if (environment === 'practice') return 'none in practice mode';
  const opens =
    (await readCopiesPassphrase(station.secrets, environment)) === null
      ? 'Copies open on this station alone, and are lost with its keys; "clearfolder copies passphrase" sets what opens them elsewhere.'
      : 'Copies open with their passphrase.';
  return readRecord(station, (ledger) => {
    const { last, problem } = copiesState(ledger, copies.folder);
    if (problem !== null) {
      const { code, message, next } = describeProblem(problem);
      throw new PlainError(code, `${message} ${lastInWords(last)}`, next);
    }
    if (last !== null && now - Date.parse(last) > 2 * copies.hours * HOUR_MS) {
      throw new PlainError(
        'copies.old',
        `The newest copy in ${copies.folder} is older than twice the ${copies.hours} hours of the settings. ${lastInWords(last)}`,
        'Start Clearfolder, and leave it running: copies are made by the program itself.',
      );
    }
    return `every ${copies.hours} hours to ${copies.folder}. ${lastInWords(last)} ${opens}`;
  });
}

const lastInWords = (last: string | null) =>
  last === null
    ? 'None has been made there yet.'
    : `The newest was made at ${new Date(last).toLocaleString()}.`;
