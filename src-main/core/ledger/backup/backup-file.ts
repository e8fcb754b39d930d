import { createHash } from 'node:crypto';
import { constants, createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, mkdir, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { codeOf, hasCode } from '../../error-code.ts';
import { PlainError } from '../../plain-error.ts';
import type { Ledger } from '../db/ledger.ts';
import { readOwner } from '../tables/owner.ts';
import {
  type BackupHeader,
  HEADER_BYTES,
  headerSchema,
  keyFromPassphrase,
  keyName,
  MARK,
  newPassphraseTerms,
  refuseWeak,
} from './backup-header.ts';
import { type CopyFacts, copyLedger } from './copy-ledger.ts';

export interface BackupToWrite {
  readonly ledger: Ledger;
  /** The key of the ledger. */
  readonly key: string;
  /** A file that does not exist yet. */
  readonly target: string;
  /** Null: it opens with the station's own key alone. */
  readonly passphrase: string | null;
  readonly facts: CopyFacts;
  /** A private folder of the station, for the copy on its way. */
  readonly workDir: string;
}

/**
 * Writes a backup that a person keeps: consistent beside a running engine, encrypted, verified, synced; never over a file.
 *
 * @throws PlainError `backup.exists`, `backup.unwritable`, `backup.weak-passphrase`; then there is no file at `target`
 */
export async function writeBackup(backup: BackupToWrite): Promise<BackupHeader> {
  const { ledger, key, target, passphrase, facts, workDir } = backup;
  if (passphrase !== null) refuseWeak(passphrase);
  const terms = passphrase === null ? null : newPassphraseTerms();
  const ownKey = terms === null || passphrase === null ? key : await keyFromPassphrase(passphrase, terms);
  await mkdir(workDir, { recursive: true, mode: 0o700 });
  const copy = join(workDir, `outgoing-${process.pid}-${facts.madeAt.replaceAll(':', '-')}.part`);
  // Claimed before the work, so that what is there already is told at once.
  const file = await claim(target);
  try {
    copyLedger(ledger, copy, key, { facts, rekeyTo: ownKey });
    const opensWith = terms ?? { kind: 'station' as const, key: keyName(key) };
    return await fillBackup({
      file,
      target,
      copy,
      about: { ...facts, ...organisationOf(ledger), opensWith },
    });
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(target, { force: true });
    throw error instanceof PlainError ? error : unwritable(target, error);
  } finally {
    await rm(copy, { force: true });
  }
}

/** The organisation of a ledger, as a backup names it. */
export function organisationOf(ledger: Ledger): Pick<BackupHeader, 'organisation'> {
  const owner = readOwner(ledger);
  return { organisation: owner === null ? null : { id: owner.id, name: owner.name } };
}

/**
 * Makes a new, empty file a backup of the encrypted copy at `copy`: the header, the bytes, synced, closed and read back.
 * Rejects with the system's error, or where what was written does not read back.
 */
export async function fillBackup({
  file,
  target,
  copy,
  about,
}: {
  readonly file: FileHandle;
  readonly target: string;
  readonly copy: string;
  readonly about: Omit<BackupHeader, 'format' | 'size' | 'sha256'>;
}): Promise<BackupHeader> {
  const { size, sha256 } = await measure(copy, 0);
  const header: BackupHeader = { format: 1, ...about, size, sha256 };
  await file.writeFile(`${MARK}${JSON.stringify(header)}\n`);
  // Into the file that was made, not into what others may have put in its place meanwhile.
  await file.writeFile(createReadStream(copy));
  await file.sync();
  await file.close();
  const written = await readBackupHeader(target);
  const there = written === null ? null : await measure(target, written.bodyAt);
  if (there?.sha256 !== sha256) throw new Error('what was written does not read back');
  return header;
}

async function claim(target: string): Promise<FileHandle> {
  try {
    return await open(target, 'wx', 0o600);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw unwritable(target, error);
    throw new PlainError(
      'backup.exists',
      `The file ${target} already exists. No backup was written, and the file is unchanged.`,
      'Choose another name for the backup.',
    );
  }
}

/** What a backup file says of itself, and where its database begins; null where it is no such file. Rejects with the system's error. */
export async function readBackupHeader(
  path: string,
): Promise<{ header: BackupHeader; bodyAt: number } | null> {
  // A pipe would keep its reader waiting for good.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
    const text = buffer.subarray(0, bytesRead);
    if (!text.subarray(0, MARK.length).equals(Buffer.from(MARK))) return null;
    const end = text.indexOf('\n', MARK.length);
    try {
      const header = headerSchema.parse(JSON.parse(text.subarray(MARK.length, end).toString('utf8')));
      return { header, bodyAt: end + 1 };
    } catch {
      throw damaged(path);
    }
  } finally {
    await file.close();
  }
}

/** Takes the database out of a backup file. @throws PlainError `backup.damaged` where it is not the one that was written */
export async function unwrapBackup(
  path: string,
  { header, bodyAt }: { header: BackupHeader; bodyAt: number },
  target: string,
): Promise<void> {
  const { size, sha256 } = await measure(path, bodyAt);
  if (size !== header.size || sha256 !== header.sha256) throw damaged(path);
  await pipeline(
    createReadStream(path, { start: bodyAt }),
    createWriteStream(target, { flags: 'wx', mode: 0o600 }),
  );
}

async function measure(path: string, from: number): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { start: from }), hash);
  return { size: (await stat(path)).size - from, sha256: hash.digest('hex') };
}

/** The words for a file that is no whole backup. */
export function damaged(path: string): PlainError {
  return new PlainError(
    'backup.damaged',
    `The file ${path} is damaged or incomplete. Nothing was changed.`,
    'Copy the backup again from its original place, or restore another backup: clearfolder restore --list',
  );
}

function unwritable(target: string, cause: unknown): PlainError {
  return new PlainError(
    'backup.unwritable',
    `Clearfolder could not write the backup to ${target} (${codeOf(cause)}), so no backup was made. The record of what was sent is not affected.`,
    'Check that the folder exists, that the disk has free space, and that this account may write there.',
    { cause },
  );
}
