import { constants } from 'node:fs';
import { access, open, readdir, realpath, rm, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { z } from 'zod';
import { type Problem, problemCodeSchema } from '../../contract/problem.ts';
import type { Copies, FolderRule } from '../../contract/settings.ts';
import { detailOf } from '../../contract/texts/detail.ts';
import { auditHead, auditHeadSchema, PROGRAM, recordFirst } from '../audit/audit.ts';
import { compareWithCopy } from '../audit/audit-mark.ts';
import { type BackgroundLoop, createBackgroundLoop } from '../background-loop.ts';
import type { Clock } from '../clock.ts';
import { codeOf } from '../error-code.ts';
import {
  type BackupHeader,
  fillBackup,
  keyOfBackup,
  organisationOf,
  readBackupHeader,
} from '../ledger/backup/backup-file.ts';
import type { CopyFacts, CopyLedger } from '../ledger/backup/copy-ledger.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { readState, writeState } from '../ledger/db/station-state.ts';
import { describeError } from '../log/describe-error.ts';
import type { Log } from '../log/events.ts';
import { renameOver } from '../replace-file.ts';
import { READ_FLAGS } from '../share-io/file-identity.ts';
import { inTime } from '../share-io/time-limit.ts';
import type { ClockProof } from './clock-proof.ts';

const FIRST_CHECK_MS = 60_000;
const CHECK_EVERY_MS = 15 * 60_000;
const HOUR_MS = 3_600_000;

export interface ExternalCopiesOptions {
  readonly copies: Copies;
  readonly ledger: Ledger;
  readonly ledgerKey: string;
  readonly workDir: string;
  readonly about: Omit<CopyFacts, 'madeAt'>;
  readonly copy: CopyLedger;
  /** Returns the passphrase that opens the copies; null if only the station's key opens the copies. */
  readonly passphrase: () => Promise<string | null>;
  readonly watched: () => readonly Pick<FolderRule, 'path'>[];
  readonly clockProof: () => ClockProof;
  readonly clock: Clock;
  readonly log: Log;
}

const NO_ANSWER: Problem = { code: 'copies.unreachable', detail: detailOf('detail.noAnswer') };

class Refused extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.code);
    this.problem = problem;
  }
}

/**
 * Copies the ledger into `copies.folder` every `copies.hours` hours, and deletes old copies. Checks every 15 minutes whether the folder
 * can be reached and a copy is due. A folder that does not answer delays no other work.
 */
export function createExternalCopies(copying: ExternalCopiesOptions): BackgroundLoop {
  const { clock, log, ledger, copies } = copying;

  const logFault = (error: unknown) => log('engine.fault', { where: 'copies', error: describeError(error) });

  async function check(stopping: AbortSignal): Promise<void> {
    const { folder } = copies;
    const before = copiesState(ledger, folder);
    try {
      keepCopiesState(ledger, { folder, last: await copyIfDue(copying, before.last), problem: null });
    } catch (error) {
      const problem: Problem =
        error instanceof Refused
          ? error.problem
          : { code: 'copies.unreachable', detail: codeOf(error) || describeError(error) };
      if (stopping.aborted) return;
      logFault(error);
      keepCopiesState(ledger, { ...before, problem });
    }
  }

  return createBackgroundLoop(async (stopping) => {
    let busy = false;
    for (let wait = FIRST_CHECK_MS; ; wait = CHECK_EVERY_MS) {
      await clock.sleep(wait, stopping);
      if (stopping.aborted) return;
      if (busy) {
        keepCopiesState(ledger, { ...copiesState(ledger, copies.folder), problem: NO_ANSWER });
        continue;
      }
      busy = true;
      void check(stopping)
        .catch((error: unknown) => {
          if (!stopping.aborted) logFault(error);
        })
        .finally(() => {
          busy = false;
        });
    }
  });
}

// Makes a copy if one is due. `known` is the time of the newest copy that the ledger knows; null for no copy. Returns the time of
// the newest copy. Both times are in ISO 8601 format. @throws Refused or the error of the operating system
async function copyIfDue(copying: ExternalCopiesOptions, known: string | null): Promise<string | null> {
  const { copies, about, clock, ledger } = copying;
  const { folder, hours, keep } = copies;
  const copiesThere = await inTime(clock, ownCopies(folder, about));
  if (copiesThere === null) throw new Refused(NO_ANSWER);
  if (await isWatched(copying)) throw new Refused({ code: 'copies.in-folder', detail: null });
  // The folder contained copies before. If the folder is empty now, its path may be the mount point of a share that is not mounted.
  if (copiesThere.length === 0 && known !== null)
    throw new Refused({ code: 'copies.other-place', detail: null });
  const [newest] = copiesThere;
  if (newest?.audit != null) compareWithCopy(ledger, newest.audit, clock.now());
  const now = clock.now();
  const recent = await newestTime(folder, copiesThere, about, now);
  if (recent !== null && now - recent < hours * HOUR_MS) return new Date(recent).toISOString();
  const made = await writeCopy(copying, new Date(now).toISOString());
  // A clock that is wrong makes copies too often. Pruning would then delete the copies of weeks.
  if (copying.clockProof() !== 'differs') await pruneCopies(folder, about, { keep, now, made });
  return made;
}

// Whether the folder of the copies is inside a watched folder, after links are resolved. Each call into a folder has a time limit.
async function isWatched({ copies, watched, clock }: ExternalCopiesOptions): Promise<boolean> {
  const real = async (path: string) =>
    (await inTime(
      clock,
      realpath(path).catch(() => null),
    )) ?? path;
  const place = await real(copies.folder);
  for (const { path } of watched()) {
    const way = relative(await real(path), place);
    if (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)) return true;
  }
  return false;
}

async function writeCopy(copying: ExternalCopiesOptions, madeAt: string): Promise<string> {
  const { ledger, ledgerKey, copies, about, workDir, clock } = copying;
  // This check comes before the audit entry, because attempts on a read-only folder must not fill the audit.
  await access(copies.folder, constants.W_OK);
  const passphrase = await copying.passphrase();
  const { key: rekeyTo, opensWith } = await keyOfBackup(ledgerKey, passphrase);
  const copy = join(workDir, `outgoing-copy-${madeAt.replaceAll(':', '-')}.part`);
  const detail = { opensWith: opensWith.kind, to: 'copies' };
  const entry = { actor: PROGRAM, action: 'backup.made', subject: null, detail } as const;
  await recordFirst(ledger, clock.now, entry, async () => {
    const audit = auditHead(ledger);
    const facts = { ...about, madeAt };
    try {
      await copying.copy(ledger, copy, ledgerKey, { facts, rekeyTo });
      await putCopy(copies.folder, copy, { ...facts, ...organisationOf(ledger), opensWith }, audit);
    } finally {
      await rm(copy, { force: true });
    }
  });
  return madeAt;
}

const KEY = 'copies.state';
const stateSchema = z.object({
  folder: z.string(),
  /** The time of the newest copy (ISO 8601); null if no copy is known. */
  last: z.iso.datetime().nullable(),
  problem: z.object({ code: problemCodeSchema, detail: z.string().nullable() }).nullable(),
});
export type CopiesState = z.infer<typeof stateSchema>;

export function copiesState(ledger: Ledger, folder: string): CopiesState {
  const known = readState(ledger, KEY, stateSchema.nullable().catch(null));
  return known?.folder === folder ? known : { folder, last: null, problem: null };
}

export function keepCopiesState(ledger: Ledger, state: CopiesState): void {
  const before = copiesState(ledger, state.folder);
  if (JSON.stringify(before) === JSON.stringify(state)) return;
  ledger.transaction(() => writeState(ledger, KEY, state));
}

// A copy consists of an encrypted backup and a small audit file without patient data. The audit file names the newest audit entry
// in the backup, and so reveals whether somebody removed or changed entries in the ledger of the station.

const LEFT_BEHIND_MS = 86_400_000;
const HEAD_BYTES_AT_MOST = 64 * 1024;
export const headFileSchema = z.object({
  format: z.literal(1),
  environment: z.string(),
  station: z.object({ id: z.string(), name: z.string() }),
  madeAt: z.iso.datetime(),
  backup: z.object({ name: z.string(), sha256: z.string() }),
  audit: auditHeadSchema.nullable(),
});
export type HeadFile = z.infer<typeof headFileSchema>;

type Whose = Omit<CopyFacts, 'madeAt'>;

const prefixOf = ({ environment, station }: Whose) => `clearfolder-${environment}-${station.id.slice(0, 8)}-`;
const NAME_TIME = /^(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2}\.\d{3}Z)\.backup$/;
const headOf = (name: string) => name.replace(/\.backup$/, '.audit.json');

export interface OwnCopy {
  readonly name: string;
  /** The newest audit entry in the backup; null if the audit file is missing or damaged. */
  readonly audit: HeadFile['audit'];
}

/**
 * Returns the backups of this station and environment, newest first by what they hold: the number of their newest audit entry. The clock
 * that named a backup may have been wrong. Backups without a readable audit file come last, newest name first.
 * @throws the error of the operating system
 */
export async function ownCopies(folder: string, whose: Whose): Promise<OwnCopy[]> {
  const prefix = prefixOf(whose);
  const names = (await readdir(folder)).filter(
    (name) => name.startsWith(prefix) && NAME_TIME.test(name.slice(prefix.length)),
  );
  const copies: OwnCopy[] = [];
  for (const name of names.sort().reverse()) copies.push({ name, audit: await auditOf(folder, name) });
  return copies.sort((one, other) => (other.audit?.seq ?? 0) - (one.audit?.seq ?? 0));
}

// Returns the time of the newest complete backup with a time up to `now`, in milliseconds since the epoch; null without such a backup. A
// backup with a later time comes from a clock that was ahead, and says nothing about whether a copy is due.
async function newestTime(
  folder: string,
  copies: readonly OwnCopy[],
  whose: Whose,
  now: number,
): Promise<number | null> {
  const byTime = copies.map(({ name }) => ({ name, at: timeOf(name, whose) })).filter(({ at }) => at <= now);
  for (const { name } of byTime.sort((one, other) => other.at - one.at)) {
    const madeAt = await copyMadeAt(folder, name, whose);
    if (madeAt !== null && madeAt <= now) return madeAt;
  }
  return null;
}

function timeOf(name: string, whose: Whose): number {
  const [, day = '', hour = '', minute = '', rest = ''] =
    NAME_TIME.exec(name.slice(prefixOf(whose).length)) ?? [];
  return Date.parse(`${day}T${hour}:${minute}:${rest}`);
}

/** Returns the time in the header of a backup, in milliseconds; null if the file is no complete backup of this station and environment. */
export async function copyMadeAt(folder: string, name: string, whose: Whose): Promise<number | null> {
  const found = await readBackupHeader(join(folder, name)).catch(() => null);
  if (found === null) return null;
  const { environment, station } = found.header;
  if (environment !== whose.environment || station.id !== whose.station.id) return null;
  const { size } = await stat(join(folder, name));
  return size - found.bodyAt === found.header.size ? Date.parse(found.header.madeAt) : null;
}

/** Returns the newest audit entry in a backup; null if the audit file of the backup is missing or damaged. Never rejects. */
export async function auditOf(folder: string, name: string): Promise<HeadFile['audit']> {
  try {
    return headFileSchema.parse(JSON.parse(await readHead(join(folder, headOf(name))))).audit;
  } catch {
    return null;
  }
}

// Other users may be able to write in the folder. The flags and the size limit protect against a link, a pipe and an endless file.
async function readHead(path: string): Promise<string> {
  const file = await open(path, READ_FLAGS);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES_AT_MOST), 0, HEAD_BYTES_AT_MOST, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/**
 * Stores a copy of the ledger in `folder`, as a verified backup with its audit file. `copy`: the path of the existing copy. Never replaces
 * a file.
 * @throws the error of the operating system; the folder then has no new copy
 */
export async function putCopy(
  folder: string,
  copy: string,
  about: Omit<BackupHeader, 'format' | 'size' | 'sha256'>,
  audit: HeadFile['audit'],
): Promise<void> {
  const { environment, station, madeAt } = about;
  const name = `${prefixOf(about)}${madeAt.replaceAll(':', '-')}.backup`;
  const part = join(folder, `${name}.part`);
  const made = [part];
  const make = async (path: string) => {
    const file = await open(path, 'wx', 0o600);
    made.push(path);
    return file;
  };
  const file = await open(part, 'wx', 0o600);
  try {
    // The umask or the share may have set other permissions. On a share without permissions, `chmod` fails and the failure is ignored.
    await file.chmod(0o600).catch(() => undefined);
    const { sha256 } = await fillBackup({ file, target: part, copy, about });
    const head: HeadFile = { format: 1, environment, station, madeAt, backup: { name, sha256 }, audit };
    const beside = await make(join(folder, headOf(name)));
    try {
      await beside.writeFile(`${JSON.stringify(head, null, 2)}\n`);
      await beside.sync();
    } finally {
      await beside.close();
    }
    // `make` fails if a file with the final name exists. The rename therefore replaces only the empty file that `make` has just created.
    await (await make(join(folder, name))).close();
    await renameOver(part, join(folder, name));
  } catch (error) {
    await file.close().catch(() => undefined);
    for (const path of made) await rm(path, { force: true }).catch(() => undefined);
    throw error;
  }
}

/**
 * Deletes all but the newest `keep` copies by what they hold, and unfinished files older than a day. Keeps the copy of the time `made`,
 * because a restored ledger holds less than the copies before. Keeps copies without a readable audit file, because what they hold is
 * unknown. @throws the error of the operating system
 */
async function pruneCopies(
  folder: string,
  whose: Whose,
  { keep, now, made }: { readonly keep: number; readonly now: number; readonly made: string },
): Promise<void> {
  for (const { name, audit } of (await ownCopies(folder, whose)).slice(keep)) {
    if (audit === null || timeOf(name, whose) === Date.parse(made)) continue;
    if ((await copyMadeAt(folder, name, whose)) === null) continue;
    await rm(join(folder, name));
    await rm(join(folder, headOf(name)), { force: true });
  }
  for (const name of await readdir(folder)) {
    if (!name.startsWith(prefixOf(whose)) || !name.endsWith('.backup.part')) continue;
    const { mtimeMs } = await stat(join(folder, name));
    if (Math.abs(mtimeMs - now) > LEFT_BEHIND_MS) await rm(join(folder, name), { force: true });
  }
}
