import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type Database from 'better-sqlite3';
import { z } from 'zod';
import { say } from '../../contract/say.ts';
import { appendAudit, recordFirst } from '../audit/audit.ts';
import { systemClock } from '../clock.ts';
import { overlap } from '../folders/overlaps.ts';
import {
  type BackupHeader,
  type BackupToWrite,
  keyFromPassphrase,
  readBackupHeader,
  unwrapBackup,
  writeBackup,
} from '../ledger/backup/backup-file.ts';
import {
  COPY_FACTS,
  copyFactsSchema,
  copyLedger,
  opensWith,
  syncFile,
} from '../ledger/backup/copy-ledger.ts';
import { ASKED_BEFORE, IS_BACKUP } from '../ledger/backup/detect-restore.ts';
import { listBackups } from '../ledger/backup/hourly-backups.ts';
import {
  carryOver,
  dropIncoming,
  exchangeLedger,
  finishExchange,
  incomingAt,
  replaceContent,
  replacedName,
} from '../ledger/backup/replace-ledger.ts';
import { isUnreadable, rekey, withDatabase } from '../ledger/db/cipher.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { openLedger } from '../ledger/db/open-ledger.ts';
import { readState, writeState } from '../ledger/db/station-state.ts';
import { newestRequest, openRequests } from '../ledger/tables/engine-requests.ts';
import { type LedgerOwner, ownerFromState, writeOwner } from '../ledger/tables/ledger-owner.ts';
import { PlainError } from '../plain-error.ts';
import { organisationId } from '../secrets/api-secret.ts';
import { currentLedgerKey, knownLedgerKeys, prepareNextKey, takeNextKey } from '../secrets/ledger-key.ts';
import type { Station } from './open-station.ts';

/**
 * A step that a restore has completed. If the restore stops after any step, the former ledger or the restored ledger is in place and
 * complete.
 * - `taken-out`: the database is extracted from the backup.
 * - `checked`: the database is undamaged and belongs to this station and organization.
 * - `key-kept`: the secret store has the key for the restored ledger.
 * - `set-aside`: a copy of the former ledger is stored, if the former ledger can be read.
 * - `replaced`: the restored ledger is in place.
 * - `done`: nothing is left to do.
 */
export type RestoreStep = 'taken-out' | 'checked' | 'key-kept' | 'set-aside' | 'replaced' | 'done';

export interface RestoreRequest {
  /** The path of a backup, the file name of an automatic backup, or `latest` for the newest automatic backup. */
  readonly backup: string;
  readonly actor: string;
  readonly askPassphrase: () => Promise<string>;
  /** True to allow a backup of another station. That station must never run again. */
  readonly otherStation: boolean;
  readonly reached?: (step: RestoreStep) => void;
}

export interface Restored {
  /** The time at which the backup was made (ISO 8601); null if the backup does not contain the time. */
  readonly madeAt: string | null;
  /** The file name under which the former ledger is kept; null if there was no former ledger. */
  readonly setAside: string | null;
  /** Whether the outbox of the former ledger was copied into the restored ledger. */
  readonly carriedOver: boolean;
  /** The number of people's requests in the backup that no engine had carried out. These requests end without effect. */
  readonly openRequests: number;
}

/**
 * Replaces the station's ledger with a backup. The caller holds the lock of the data folder. The former ledger is set aside; if readable,
 * its outbox is copied into the restored ledger. At the next start of the engine, unfinished submissions and answers become unconfirmed,
 * and unsent files of watched folders are held for a person (`detect-restore.ts`).
 * @throws PlainError; in that case nothing was changed
 */
export async function restoreLedger(station: Station, request: RestoreRequest): Promise<Restored> {
  const { paths, secrets, settings } = station;
  const { actor, reached = () => undefined } = request;
  finishExchange(paths.ledger);
  dropIncoming(paths.ledger);
  const incoming = incomingAt(paths.ledger);
  try {
    const present = await presentOwner(station);
    const itsKey = await takeOutBackup(station, {
      source: findBackup(station, request.backup),
      target: incoming,
      askPassphrase: request.askPassphrase,
      otherStation: request.otherStation,
      present,
    });
    reached('taken-out');
    const { madeAt, owner } = checkIncoming(incoming, itsKey, station, request.otherStation);
    refuseOtherOrganisation(present, owner);
    reached('checked');
    const there = existsSync(paths.ledger);
    const kept = await currentLedgerKey(
      secrets,
      settings.environment,
      (key) => !there || opensWith(paths.ledger, key),
    );
    const key = kept ?? (await prepareNextKey(secrets, settings.environment, randomBytes));
    reached('key-kept');
    const open = makeReady(incoming, itsKey, key);
    const readable = there && opensWith(paths.ledger, key);
    const note = (ledger: Ledger) => {
      const detail = { madeAt };
      appendAudit(ledger, { at: systemClock.now(), actor, action: 'backup.restored', subject: null, detail });
      // `present` has the newest confirmations of people, so `present` replaces the owner from the backup.
      if (present !== null && (owner !== null || readable)) writeOwner(ledger, { ...owner, ...present });
    };
    const aside = readable ? replaceIn(paths.ledger, incoming, key, note, reached) : null;
    if (aside !== null) dropIncoming(paths.ledger);
    const put = aside ?? putInPlace(paths.ledger, incoming, key, note);
    if (aside === null) reached('replaced');
    if (kept === null) await takeNextKey(secrets, settings.environment);
    reached('done');
    const setAside = there ? basename(put) : null;
    return { madeAt, setAside, carriedOver: aside !== null, openRequests: open };
  } catch (error) {
    dropIncoming(paths.ledger);
    throw error;
  }
}

// Returns the owner that the ledger records. If no key opens the ledger, or no ledger exists, returns the organization of the stored
// api_secret. Returns null if the owner is unknown, as in practice mode.
async function presentOwner(station: Station): Promise<LedgerOwner | null> {
  const { paths, settings, secrets, credentials } = station;
  const there = existsSync(paths.ledger);
  const key = there
    ? await currentLedgerKey(secrets, settings.environment, (one) => opensWith(paths.ledger, one))
    : null;
  if (key !== null) return ownerIn(paths.ledger, key);
  if (settings.environment === 'practice') return null;
  const secret = await credentials.readSecret();
  if (secret === null) return null;
  const token = await credentials.readToken();
  return { id: organisationId(secret), name: token?.orgSettings.name ?? null };
}

function ownerIn(path: string, key: string): LedgerOwner | null {
  const read = (db: Database.Database) => {
    const value = db.prepare('SELECT value FROM station_state WHERE key = ?').pluck();
    return ownerFromState((name) => value.get(name));
  };
  try {
    return withDatabase(path, key, read, { fileMustExist: true, timeout: 15_000 });
  } catch (error) {
    // A damaged ledger has no readable owner.
    if (isUnreadable(error)) return null;
    throw error;
  }
}

// Checks that the extracted database is undamaged and belongs to this environment and station. `otherStation` allows another station.
function checkIncoming(
  path: string,
  key: string,
  station: Station,
  otherStation: boolean,
): { madeAt: string | null; owner: LedgerOwner | null } {
  const check = (db: Database.Database) => {
    if (db.pragma('integrity_check(1)', { simple: true }) !== 'ok') throw broken();
    if (db.prepare('SELECT count(*) FROM pragma_foreign_key_check').pluck().get() !== 0) throw broken();
    const facts: unknown = db
      .prepare('SELECT value FROM station_state WHERE key = ?')
      .pluck()
      .get(COPY_FACTS);
    const owner = ownerIn(path, key);
    if (typeof facts !== 'string') return { madeAt: null, owner };
    const known = copyFactsSchema.parse(JSON.parse(facts));
    refuseForeign(station, known, otherStation);
    return { madeAt: known.madeAt, owner };
  };
  try {
    return withDatabase(path, key, check);
  } catch (error) {
    throw error instanceof PlainError ? error : broken(error);
  }
}

// Migrates the extracted database, encrypts it with `key`, marks it as a backup, and stores the `seq` of the newest request.
// Returns the number of requests that no engine has carried out. @throws PlainError `ledger.from-the-future`
function makeReady(path: string, itsKey: string, key: string): number {
  if (itsKey !== key) {
    withDatabase(path, itsKey, (db) => rekey(db, key));
  }
  return withIncoming(path, key, (ledger) => {
    if (readState(ledger, IS_BACKUP, z.boolean()) === null) writeState(ledger, IS_BACKUP, true);
    writeState(ledger, ASKED_BEFORE, newestRequest(ledger));
    return openRequests(ledger).length;
  });
}

function withIncoming<T>(path: string, key: string, work: (ledger: Ledger) => T): T {
  const ledger = openLedger({ path, key, now: systemClock.now, mode: 'beside', thorough: true });
  const closing = () => {
    try {
      return work(ledger);
    } finally {
      ledger.close();
    }
  };
  const given = closing();
  syncFile(path);
  return given;
}

// Puts the restored database in the place of a ledger that is missing or unreadable. Returns the path under which the old file is kept; an
// empty text if there was no old file.
function putInPlace(path: string, incoming: string, key: string, note: (ledger: Ledger) => void): string {
  withIncoming(incoming, key, note);
  return exchangeLedger(path) ?? '';
}

// Replaces the content of a readable ledger with the restored database. Returns the path of the copy of the former ledger; null if the
// former ledger turns out to be damaged.
function replaceIn(
  path: string,
  incoming: string,
  key: string,
  note: (ledger: Ledger) => void,
  reached: (step: RestoreStep) => void,
): string | null {
  const aside = replacedName(path, systemClock.now());
  try {
    const ledger = openLedger({ path, key, now: systemClock.now, mode: 'beside', thorough: true });
    try {
      copyLedger(ledger, aside, key);
      reached('set-aside');
      replaceContent(ledger, incoming, key, { before: () => carryOver(ledger), after: () => note(ledger) });
      reached('replaced');
      return aside;
    } finally {
      ledger.close();
    }
  } catch (error) {
    if (isUnreadable(error) || (error instanceof PlainError && error.code === 'ledger.unreadable'))
      return null;
    throw error;
  }
}

function broken(cause?: unknown): PlainError {
  return new PlainError('backup.damaged', say('ledger.backupOpens'), say('ledger.restoreAnotherBackup'), {
    cause,
  });
}

/** Returns the path of a backup that a person named by path, by file name, or as `latest`. @throws PlainError `backup.none` */
export function findBackup({ paths }: Pick<Station, 'paths'>, named: string): string {
  const automatic = listBackups(paths.backups, systemClock.now());
  const [newest] = automatic;
  if (named === 'latest' && newest !== undefined) return join(paths.backups, newest);
  if (automatic.includes(named)) return join(paths.backups, named);
  if (named !== 'latest' && existsSync(named)) return named;
  throw new PlainError(
    'backup.none',
    named === 'latest'
      ? say('ledger.stationNoAutomaticBackup')
      : say('ledger.noBackupNothingChanged', { named }),
    say('ledger.listBackups'),
  );
}

/**
 * Extracts the encrypted database of the backup `source` to `target`, and returns its key. Writes no decrypted data.
 * @throws PlainError `backup.damaged`, `backup.wrong-passphrase`, `backup.not-openable`, `backup.other-environment`,
 * `backup.other-station`, `backup.other-organisation`
 */
export async function takeOutBackup(
  station: Station,
  {
    source,
    target,
    askPassphrase,
    otherStation,
    present,
  }: {
    source: string;
    target: string;
    askPassphrase: () => Promise<string>;
    otherStation: boolean;
    present: LedgerOwner | null;
  },
): Promise<string> {
  const found = await readBackupHeader(source);
  if (found === null) copyFileSync(source, target);
  else {
    refuseForeign(station, found.header, otherStation);
    refuseOtherOrganisation(present, found.header.organisation);
    await unwrapBackup(source, found, target);
  }
  if (found?.header.opensWith.kind === 'passphrase') {
    const key = await keyFromPassphrase(await askPassphrase(), found.header.opensWith);
    if (opensWith(target, key)) return key;
    throw new PlainError(
      'backup.wrong-passphrase',
      say('ledger.passphraseNotOpenBackup'),
      say('ledger.tryAgainSameCapitals'),
    );
  }
  for (const key of await knownLedgerKeys(station.secrets, station.settings.environment)) {
    if (opensWith(target, key)) return key;
  }
  throw notOpenable(station);
}

export function refuseForeign(
  { settings, id }: Pick<Station, 'settings' | 'id'>,
  facts: Pick<BackupHeader, 'environment' | 'station'>,
  otherStation: boolean,
): void {
  if (facts.environment !== settings.environment) {
    throw new PlainError(
      'backup.other-environment',
      say('ledger.backupBelongsEnvironment', {
        backup: facts.environment,
        environment: settings.environment,
      }),
      say('ledger.restoreBackup', {
        environment: settings.environment,
      }),
    );
  }
  if (facts.station.id === id || otherStation) return;
  throw new PlainError(
    'backup.other-station',
    say('ledger.backupComesAnotherStation', { name: facts.station.name }),
    say('ledger.addStationStationGone'),
  );
}

/** Refuses a backup of another organization (I12), unless one of the two is unknown. @throws PlainError `backup.other-organisation` */
export function refuseOtherOrganisation(
  present: LedgerOwner | null,
  ofBackup: Pick<LedgerOwner, 'id' | 'name'> | null,
): void {
  if (present === null || ofBackup === null) return;
  if ([present.id, ...(present.former ?? [])].includes(ofBackup.id)) return;
  const nameOf = (name: string | null) =>
    name === null ? say('ledger.organizationUnknownName') : `"${name}"`;
  throw new PlainError(
    'backup.other-organisation',
    say('ledger.backupBelongsButEnvironment', {
      backup: nameOf(ofBackup.name),
      present: nameOf(present.name),
    }),
    say('ledger.restoreBackupOrganizationEnvironment'),
  );
}

function notOpenable({ secrets }: Pick<Station, 'secrets'>): PlainError {
  return new PlainError(
    'backup.not-openable',
    say('ledger.noKeyOpensBackup', { store: secrets.describe() }),
    say('ledger.restoreAnotherBackupRestoreKeychainSecrets'),
  );
}

/**
 * Writes an audit entry, and then a backup file at the chosen path. Returns the path and the size in bytes.
 * @throws PlainError `backup.in-folder`, and the errors of `writeBackup`
 */
export async function makeBackup(
  station: Station,
  { ledger, key, target, passphrase }: Pick<BackupToWrite, 'ledger' | 'key' | 'target' | 'passphrase'>,
  actor: string,
): Promise<{ path: string; size: number }> {
  const path = resolve(target);
  await refuseWatched(station, path);
  const facts = {
    environment: station.settings.environment,
    station: { id: station.id, name: station.name },
    madeAt: new Date(systemClock.now()).toISOString(),
  };
  const opensWith = passphrase === null ? 'station' : 'passphrase';
  const entry = { actor, action: 'backup.made', subject: null, detail: { opensWith } } as const;
  const workDir = station.paths.backups;
  const { size } = await recordFirst(ledger, systemClock.now, entry, () =>
    writeBackup({ ledger, key, target: path, passphrase, facts, workDir }),
  );
  return { path, size };
}

async function refuseWatched({ settings }: Station, path: string): Promise<void> {
  const rules = settings.folders;
  const overlaps = await Promise.all(rules.map((rule) => overlap(rule.path, path, systemClock)));
  const watched = rules.find((_, index) => overlaps[index]);
  if (watched === undefined) return;
  throw new PlainError(
    'backup.in-folder',
    say('ledger.fileWatchedFolder', { path, id: watched.id }),
    say('ledger.chooseFolderNotWatched'),
  );
}
