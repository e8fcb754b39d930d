import { createHash, randomBytes, scrypt } from 'node:crypto';
import { constants, createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, mkdir, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { say } from '../../../contract/say.ts';
import { codeOf, hasCode } from '../../error-code.ts';
import { PlainError } from '../../plain-error.ts';
import type { Ledger } from '../db/ledger.ts';
import { organisationSchema, readOwner } from '../tables/ledger-owner.ts';
import { type CopyFacts, copyLedger } from './copy-ledger.ts';

// A backup that a person keeps is one file: the text `MARK`, a header in one line of JSON, and the encrypted database. The header names the
// station, and says whether the key of the station or a passphrase opens the backup. The header contains no patient data.

export const MARK = 'Clearfolder backup\n';
/** The maximum length of `MARK` and the header together, in bytes. */
export const HEADER_BYTES = 4096;
export const LEAST_PASSPHRASE = 12;

/** The parameters of scrypt for new backups. With these parameters, each guess at a passphrase takes about half a second and 128 MiB. */
const COST = { n: 2 ** 17, r: 8, p: 1 };
// The schema limits the parameters of scrypt, because a manipulated file could otherwise make scrypt use all memory of the machine.
const passphraseSchema = z.object({
  kind: z.literal('passphrase'),
  kdf: z.literal('scrypt'),
  n: z
    .int()
    .min(2)
    .max(2 ** 18),
  r: z.int().min(1).max(8),
  p: z.int().min(1).max(4),
  salt: z.string().regex(/^[0-9a-f]{32,128}$/),
});

export const headerSchema = z.object({
  format: z.literal(1),
  environment: z.string(),
  station: z.object({ id: z.string(), name: z.string() }),
  /** The organization that owns the ledger (I12). Null if the ledger had no owner. */
  organisation: organisationSchema.nullable(),
  madeAt: z.iso.datetime(),
  opensWith: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('station'), key: z.string() }),
    passphraseSchema,
  ]),
  size: z.int().min(0),
  sha256: z.string(),
});
export type BackupHeader = z.infer<typeof headerSchema>;
type ByPassphrase = z.infer<typeof passphraseSchema>;

/** Returns a short hash that identifies a key. The key cannot be computed from the hash. */
export function keyName(key: string): string {
  return createHash('sha256').update(`clearfolder ledger key ${key}`).digest('hex').slice(0, 16);
}

export function keyFromPassphrase(passphrase: string, { n, r, p, salt }: ByPassphrase): Promise<string> {
  return new Promise((resolve, reject) => {
    scrypt(
      passphrase.normalize('NFKC'),
      Buffer.from(salt, 'hex'),
      32,
      { N: n, r, p, maxmem: 512 * 1024 * 1024 },
      (error, key) => (error === null ? resolve(key.toString('hex')) : reject(error)),
    );
  });
}

/** Returns a new backup's key and the `opensWith` of its header. The key comes from `passphrase`; without one, the key is `ledgerKey`. */
export async function keyOfBackup(
  ledgerKey: string,
  passphrase: string | null,
): Promise<Pick<BackupHeader, 'opensWith'> & { readonly key: string }> {
  if (passphrase === null) return { key: ledgerKey, opensWith: { kind: 'station', key: keyName(ledgerKey) } };
  const terms: ByPassphrase = {
    kind: 'passphrase',
    kdf: 'scrypt',
    ...COST,
    salt: randomBytes(32).toString('hex'),
  };
  return { key: await keyFromPassphrase(passphrase, terms), opensWith: terms };
}

/** Refuses a short passphrase. @throws PlainError `backup.weak-passphrase` if shorter than `LEAST_PASSPHRASE` characters */
export function refuseWeak(passphrase: string): void {
  if ([...passphrase].length >= LEAST_PASSPHRASE) return;
  throw new PlainError(
    'backup.weak-passphrase',
    say('ledger.passphraseBackupLeastCharacters', { least: LEAST_PASSPHRASE }),
    say('ledger.chooseLongerPassphrase'),
  );
}

export interface BackupToWrite {
  readonly ledger: Ledger;
  readonly key: string;
  readonly target: string;
  /** The passphrase that opens the backup; null if the key of the station's ledger opens the backup. */
  readonly passphrase: string | null;
  readonly facts: CopyFacts;
  /** A private folder of the station for the unfinished copy. */
  readonly workDir: string;
}

/**
 * Writes an encrypted, verified and synced backup as a new file at `target`. Never replaces a file, and leaves no file after an error.
 * @throws PlainError `backup.exists`, `backup.unwritable`, `backup.weak-passphrase`
 */
export async function writeBackup(backup: BackupToWrite): Promise<BackupHeader> {
  const { ledger, key, target, passphrase, facts, workDir } = backup;
  if (passphrase !== null) refuseWeak(passphrase);
  const { key: ownKey, opensWith } = await keyOfBackup(key, passphrase);
  await mkdir(workDir, { recursive: true, mode: 0o700 });
  const copy = join(workDir, `outgoing-${process.pid}-${facts.madeAt.replaceAll(':', '-')}.part`);
  // The file at `target` is created before the copy is made, so that an existing file causes an error at once.
  const file = await claim(target);
  try {
    copyLedger(ledger, copy, key, { facts, rekeyTo: ownKey });
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

export function organisationOf(ledger: Ledger): Pick<BackupHeader, 'organisation'> {
  const owner = readOwner(ledger);
  return { organisation: owner === null ? null : { id: owner.id, name: owner.name } };
}

/** Writes the header and the copy at `copy` into the empty `file` at `target`. Then reads `target`, and rejects if the content differs. */
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
  // The open handle is used instead of the path, because another process may have put another file at the path.
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
      say('ledger.fileAlreadyExists', { target }),
      say('ledger.chooseAnotherNameBackup'),
    );
  }
}

/** Returns a backup's header and the offset of its database in bytes; null without `MARK`. @throws PlainError `backup.damaged` */
export async function readBackupHeader(
  path: string,
): Promise<{ header: BackupHeader; bodyAt: number } | null> {
  // Without O_NONBLOCK, a named pipe at the path would block the program forever.
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

/** Copies the database of a backup to a new file at `target`. @throws PlainError `backup.damaged` if the size or the hash is wrong */
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

export function damaged(path: string): PlainError {
  return new PlainError(
    'backup.damaged',
    say('ledger.fileDamagedIncomplete', { path }),
    say('ledger.copyBackupAgainOriginal'),
  );
}

function unwritable(target: string, cause: unknown): PlainError {
  return new PlainError(
    'backup.unwritable',
    say('ledger.cannotWriteBackup', { target, code: codeOf(cause) }),
    say('ledger.checkFolderExists'),
    { cause },
  );
}
