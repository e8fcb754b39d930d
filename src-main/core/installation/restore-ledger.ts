import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { appendAudit } from '../audit/audit.ts';
import { systemClock } from '../clock.ts';
import {
  COPY_FACTS,
  copyFactsSchema,
  copyLedger,
  opensWith,
  syncFile,
} from '../ledger/backup/copy-ledger.ts';
import {
  dropIncoming,
  exchangeLedger,
  finishExchange,
  incomingAt,
  replacedName,
} from '../ledger/backup/exchange.ts';
import { ASKED_BEFORE, IS_BACKUP } from '../ledger/backup/lineage.ts';
import { carryOver, replaceContent } from '../ledger/backup/replace-content.ts';
import { chooseCipher } from '../ledger/db/cipher-choice.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { openLedger } from '../ledger/db/open-ledger.ts';
import { readState, writeState } from '../ledger/db/station-state.ts';
import { isUnreadable, rekey, unlock } from '../ledger/db/unlock.ts';
import { type LedgerOwner, ownerFromState, writeOwner } from '../ledger/tables/owner.ts';
import { newestRequest, openRequests } from '../ledger/tables/requests.ts';
import { PlainError } from '../plain-error.ts';
import { currentLedgerKey, prepareNextKey, takeNextKey } from '../secrets/ledger-key.ts';
import { organisationId } from '../secrets/organisation-id.ts';
import { findBackup, refuseForeign, refuseOtherOrganisation, takeOutBackup } from './find-backup.ts';
import type { Station } from './open-station.ts';

/** How far a restore has come. Whatever ends it before `done`, the ledger is the one before or the restored one, whole. */
export type RestoreStep = 'taken-out' | 'checked' | 'key-kept' | 'set-aside' | 'replaced' | 'done';

export interface RestoreRequest {
  /** A path, the name of an automatic backup, or `latest`. */
  readonly backup: string;
  readonly actor: string;
  readonly askPassphrase: () => Promise<string>;
  /** It may be the backup of a station that is gone. */
  readonly otherStation: boolean;
  readonly reached?: (step: RestoreStep) => void;
}

export interface Restored {
  /** When the backup was made, where it says so. */
  readonly madeAt: string | null;
  /** The name under which the ledger from before is kept; null where there was none. */
  readonly setAside: string | null;
  /** What the ledger from before knew of the outbox was carried over. */
  readonly carriedOver: boolean;
  /** How many requests of people that the backup holds as open are not carried out. */
  readonly openRequests: number;
}

/**
 * Puts a backup in the place of the station's ledger. To be called by whoever holds the data folder. The ledger from before
 * is set aside; where it can be read, its outbox is carried over, so that nothing it knew to be sent is forgotten. The next
 * start takes everything that had not ended for unconfirmed, and holds the files in the folders (`lineage.ts`).
 *
 * @throws PlainError, then nothing was changed
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
      // A backup from before the choice of a cipher must not undo that choice.
      chooseCipher(ledger.db, ledger.cipher);
      // What a person said of the organisation since the backup was made stays said.
      // So does what the ledger in place knew of it, if the backup is from before the first sign-in.
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

/**
 * Whom this environment works for: as its ledger says, or, where the ledger is gone or cannot be read, by the api_secret in
 * force. Null where neither is there.
 */
async function presentOwner(station: Station): Promise<LedgerOwner | null> {
  const { paths, settings, secrets, credentials } = station;
  const there = existsSync(paths.ledger);
  const key = there
    ? await currentLedgerKey(secrets, settings.environment, (one) => opensWith(paths.ledger, one))
    : null;
  if (key !== null) return ownerIn(paths.ledger, key);
  // Practice mode makes its api_secret by itself.
  if (settings.environment === 'practice') return null;
  const secret = await credentials.readSecret();
  if (secret === null) return null;
  const token = await credentials.readToken();
  return { id: organisationId(secret), name: token?.orgSettings.name ?? null };
}

/** The owner that the database at `path` names. */
function ownerIn(path: string, key: string): LedgerOwner | null {
  const db = new Database(path, { fileMustExist: true, timeout: 15_000 });
  try {
    unlock(db, key);
    const value = db.prepare('SELECT value FROM station_state WHERE key = ?').pluck();
    return ownerFromState((name) => value.get(name));
  } catch (error) {
    // Of a ledger that is damaged, whom it belonged to cannot be told either.
    if (isUnreadable(error)) return null;
    throw error;
  } finally {
    db.close();
  }
}

/** Integrity, schema, whose it is. Gives when it was made, and the organisation that it belongs to. */
function checkIncoming(
  path: string,
  key: string,
  station: Station,
  otherStation: boolean,
): { madeAt: string | null; owner: LedgerOwner | null } {
  const db = new Database(path);
  try {
    unlock(db, key);
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
  } catch (error) {
    if (error instanceof PlainError) throw error;
    throw broken(error);
  } finally {
    db.close();
  }
}

/**
 * Of the newest schema, under the station's key, and saying itself that it is a copy, and what had been asked by then. Gives how
 * much of that is open. @throws PlainError `ledger.from-the-future`
 */
function makeReady(path: string, itsKey: string, key: string): number {
  if (itsKey !== key) {
    const db = new Database(path);
    try {
      const cipher = unlock(db, itsKey);
      rekey(db, key, cipher);
    } finally {
      db.close();
    }
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

/** Where the ledger cannot be read, or is gone: the backup takes its place as a file. Gives what is set aside, if anything. */
function putInPlace(path: string, incoming: string, key: string, note: (ledger: Ledger) => void): string {
  withIncoming(incoming, key, note);
  return exchangeLedger(path) ?? '';
}

/** Gives the copy of the ledger from before, or null where too much of that cannot be read for it. */
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
  return new PlainError(
    'backup.damaged',
    'The backup opens, but its content is damaged. Nothing was changed.',
    'Restore another backup. For a list of backups: clearfolder restore --list',
    { cause },
  );
}
