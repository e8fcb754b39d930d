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
  if (!existsSync(station.paths.ledger)) return 'nothing was sent yet';
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
  if (copies === null) return 'only in the data folder: "copies" in the settings names no other folder';
  if (environment === 'practice') return 'none in practice mode';
  const opens =
    (await readCopiesPassphrase(station.secrets, environment)) === null
      ? 'Only this station can open the copies, and they are lost with its keys. To open copies on another computer, set a passphrase: clearfolder copies passphrase.'
      : 'The copies open with their passphrase.';
  return readRecord(station, (ledger) => {
    const { last, problem } = copiesState(ledger, copies.folder);
    if (problem !== null) {
      const { code, message, next } = describeProblem(problem);
      throw new PlainError(code, `${message} ${lastInWords(last)}`, next);
    }
    if (last !== null && now - Date.parse(last) > 2 * copies.hours * HOUR_MS) {
      throw new PlainError(
        'copies.old',
        `The newest copy in ${copies.folder} is too old: the settings ask for a copy every ${copies.hours} hours. ${lastInWords(last)}`,
        'Start Clearfolder and keep it running: Clearfolder makes copies only while it runs.',
      );
    }
    return `every ${copies.hours} hours to ${copies.folder}. ${lastInWords(last)} ${opens}`;
  });
}

const lastInWords = (last: string | null) =>
  last === null
    ? 'This folder has no copy yet.'
    : `The newest copy was made at ${new Date(last).toLocaleString()}.`;
