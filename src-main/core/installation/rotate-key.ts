import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { say } from '../../contract/say.ts';
import { appendAudit } from '../audit/audit.ts';
import { systemClock } from '../clock.ts';
import { copyEncrypted, opensWith } from '../ledger/backup/copy-ledger.ts';
import { listBackups } from '../ledger/backup/hourly-backups.ts';
import { finishExchange } from '../ledger/backup/replace-ledger.ts';
import { rekey } from '../ledger/db/cipher.ts';
import { ledgerMissing, openLedger } from '../ledger/db/open-ledger.ts';
import { PlainError } from '../plain-error.ts';
import { onceFree, renameOver } from '../replace-file.ts';
import { knownLedgerKeys, prepareNextKey, takeNextKey } from '../secrets/ledger-key.ts';
import { type Station, stationLedgerKey } from './open-station.ts';

/**
 * A step that a key rotation has completed. If the rotation stops after any step, the secret store has the key that opens the ledger.
 * - `key-kept`: the secret store has the new key beside the key in use.
 * - `encrypted`: the ledger is encrypted with the new key.
 * - `key-taken`: the new key is the key in use.
 * - `copies`: never reported.
 * - `done`: the copies in the data folder are encrypted with the new key too.
 */
export type RotationStep = 'key-kept' | 'encrypted' | 'key-taken' | 'copies' | 'done';

/**
 * Encrypts the ledger, and then its copies in the data folder, with a new key. The caller holds the lock of the data folder. The new key is
 * stored first. The old key is kept, to open backups in other places. Returns the number of copies with the new key (`copies`), and the
 * number of copies that no stored key opens (`unopened`).
 * @throws PlainError `ledger.missing`, `ledger.in-use`
 */
export async function rotateLedgerKey(
  station: Station,
  { actor, reached = () => undefined }: { actor: string; reached?: (step: RotationStep) => void },
): Promise<{ copies: number; unopened: number }> {
  const { paths, secrets, settings } = station;
  finishExchange(paths.ledger);
  if (!existsSync(paths.ledger)) throw ledgerMissing();
  const key = await stationLedgerKey(station);
  const ledger = openLedger({ path: paths.ledger, key, now: systemClock.now, mode: 'beside' });
  let next: string;
  try {
    refuseCompany(ledger.db);
    next = await prepareNextKey(secrets, settings.environment, randomBytes);
    reached('key-kept');
    appendAudit(ledger, {
      at: systemClock.now(),
      actor,
      action: 'ledger.key-changed',
      subject: settings.environment,
    });
    // The rotation is one transaction: the old key opens the ledger until the commit, and the new key afterwards.
    rekey(ledger.db, next);
    reached('encrypted');
    ledger.db.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    ledger.close();
  }
  await takeNextKey(secrets, settings.environment);
  reached('key-taken');
  const known = await knownLedgerKeys(secrets, settings.environment);
  const outcome = await encryptCopies(station, { key: next, known });
  reached('done');
  return outcome;
}

type Connection = ReturnType<typeof openLedger>['db'];

// Checks that no other process has the ledger open, because such a process could not read pages with the new key.
//
// @throws PlainError `ledger.in-use`
function refuseCompany(db: Connection): void {
  try {
    db.pragma('journal_mode = DELETE');
  } catch (cause) {
    throw new PlainError(
      'ledger.in-use',
      say('ledger.windowCommandUsingRecord'),
      say('ledger.closeWaitUntilAll'),
      { cause },
    );
  }
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
}

// Encrypts all copies of the ledger in the data folder with the new key. A copy may still have an older key, because an earlier rotation
// was interrupted.
async function encryptCopies(
  { paths }: Station,
  { key, known }: { key: string; known: readonly string[] },
): Promise<{ copies: number; unopened: number }> {
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
    await onceFree(path, async () => (await open(path)).close());
    if (opensWith(path, key)) continue;
    const old = known.find((one) => opensWith(path, one));
    if (old === undefined) {
      unopened += 1;
      continue;
    }
    const part = `${path}.part`;
    rmSync(part, { force: true });
    copyEncrypted(path, old, part, key);
    await renameOver(part, path);
  }
  return { copies: copies.length - unopened, unopened };
}
