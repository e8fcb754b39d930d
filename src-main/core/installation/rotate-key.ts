import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { LedgerCipher } from '../../contract/ledger-cipher.ts';
import { appendAudit } from '../audit/audit.ts';
import { systemClock } from '../clock.ts';
import { listBackups } from '../ledger/backup/backup.ts';
import { copyEncrypted, opensWith } from '../ledger/backup/copy-ledger.ts';
import { finishExchange } from '../ledger/backup/exchange.ts';
import { chooseCipher } from '../ledger/db/cipher-choice.ts';
import { ledgerMissing, openLedger } from '../ledger/db/open-ledger.ts';
import { rekey } from '../ledger/db/unlock.ts';
import { PlainError } from '../plain-error.ts';
import { knownLedgerKeys, prepareNextKey, takeNextKey } from '../secrets/ledger-key.ts';
import { type Station, stationLedgerKey } from './open-station.ts';

/** How far a change of the key has come. Whatever ends it, the key that opens the ledger is in the secret store. */
export type RotationStep = 'key-kept' | 'chosen' | 'encrypted' | 'key-taken' | 'copies' | 'done';

/**
 * Encrypts the ledger with a new key, and with another cipher if `cipher` names one; then every copy of it in the data folder. To be called by whoever holds the data
 * folder. The new key is kept before anything is encrypted with it, and the old one stays for backups that lie elsewhere.
 * Gives how many copies could not be encrypted anew, because no key that is kept opens them.
 *
 * @throws PlainError `ledger.missing`, `ledger.in-use`
 */
export async function rotateLedgerKey(
  station: Station,
  {
    actor,
    cipher: wanted = null,
    reached = () => undefined,
  }: { actor: string; cipher?: LedgerCipher | null; reached?: (step: RotationStep) => void },
): Promise<{ cipher: LedgerCipher; copies: number; unopened: number }> {
  const { paths, secrets, settings } = station;
  finishExchange(paths.ledger);
  if (!existsSync(paths.ledger)) throw ledgerMissing();
  const key = await stationLedgerKey(station);
  const ledger = openLedger({ path: paths.ledger, key, now: systemClock.now, mode: 'beside' });
  const cipher = wanted ?? ledger.cipher;
  let next: string;
  try {
    refuseCompany(ledger.db);
    next = await prepareNextKey(secrets, settings.environment, randomBytes);
    reached('key-kept');
    ledger.transaction(() => {
      chooseCipher(ledger.db, cipher);
      appendAudit(ledger, {
        at: systemClock.now(),
        actor,
        action: 'ledger.key-changed',
        subject: settings.environment,
        detail: { cipher },
      });
    });
    reached('chosen');
    // One transaction in the write-ahead log: until it is committed the old key opens the ledger, from then on the new one.
    rekey(ledger.db, next, cipher);
    reached('encrypted');
    ledger.db.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    ledger.close();
  }
  await takeNextKey(secrets, settings.environment);
  reached('key-taken');
  const known = await knownLedgerKeys(secrets, settings.environment);
  const outcome = encryptCopies(station, { key: next, cipher, known });
  reached('done');
  return { cipher, ...outcome };
}

type Connection = ReturnType<typeof openLedger>['db'];

/** Whoever has the ledger open with the old key could read nothing of it any more. */
function refuseCompany(db: Connection): void {
  try {
    db.pragma('journal_mode = DELETE');
  } catch (cause) {
    throw new PlainError(
      'ledger.in-use',
      'A Clearfolder window or command is using the record of what was sent, so its key was not changed.',
      'Close Clearfolder and wait until all commands end, then try again.',
      { cause },
    );
  }
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
}

/** What a rotation that was interrupted left of the copies, the next one does. */
function encryptCopies(
  { paths }: Station,
  { key, cipher, known }: { key: string; cipher: LedgerCipher; known: readonly string[] },
): { copies: number; unopened: number } {
  const dir = dirname(paths.ledger);
  const besides = readdirSync(dir).filter((name) => /^ledger\.db\.replaced-[^.]*\.\d+Z$/.test(name));
  const automatic = new Set(listBackups(paths.backups, systemClock.now()));
  const copies = [
    ...readdirSync(paths.backups)
      .filter((name) => automatic.has(name) || /^before-version-\d+\.db$/.test(name))
      .map((name) => join(paths.backups, name)),
    ...besides.map((name) => join(dir, name)),
  ];
  let unopened = 0;
  for (const path of copies) {
    if (opensWith(path, key)) continue;
    const old = known.find((one) => opensWith(path, one));
    if (old === undefined) {
      unopened += 1;
      continue;
    }
    const part = `${path}.part`;
    rmSync(part, { force: true });
    copyEncrypted(path, old, part, { newKey: key, cipher });
    renameSync(part, path);
  }
  return { copies: copies.length - unopened, unopened };
}
