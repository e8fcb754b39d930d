import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { auditHeadSchema } from '../audit/audit.ts';
import { fillBackup, readBackupHeader } from '../ledger/backup/backup-file.ts';
import type { BackupHeader } from '../ledger/backup/backup-header.ts';
import type { CopyFacts } from '../ledger/backup/copy-ledger.ts';
import { READ_FLAGS } from '../share-io/file-identity.ts';

/*
 * The folder that an administrator chose for copies of the ledger. A copy is two files: an encrypted backup, and a small file
 * that names the newest entry of the audit in that backup, with its hash and without patient data. Whoever cuts or rewrites
 * the record at the station has to change these files too.
 */

const LEFT_BEHIND_MS = 86_400_000;
const HEAD_BYTES_AT_MOST = 64 * 1024;
export const headFileSchema = z.object({
  format: z.literal(1),
  environment: z.string(),
  station: z.object({ id: z.string(), name: z.string() }),
  madeAt: z.iso.datetime(),
  backup: z.object({ name: z.string(), sha256: z.string() }),
  /** The newest entry of the audit in the backup. */
  audit: auditHeadSchema.nullable(),
});
export type HeadFile = z.infer<typeof headFileSchema>;

type Whose = Omit<CopyFacts, 'madeAt'>;

const prefixOf = ({ environment, station }: Whose) => `clearfolder-${environment}-${station.id.slice(0, 8)}-`;
const headOf = (name: string) => name.replace(/\.backup$/, '.audit.json');

/** The copies of this station and environment in a folder, by name, newest first. Rejects with the system's error. */
export async function ownCopies(folder: string, whose: Whose): Promise<string[]> {
  const prefix = prefixOf(whose);
  const names = (await readdir(folder)).filter(
    (name) =>
      name.startsWith(prefix) &&
      /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}\.\d{3}Z\.backup$/.test(name.slice(prefix.length)),
  );
  return names.sort().reverse();
}

/** When a copy says that it was made, milliseconds since the epoch; null where it is no whole copy of this station. */
export async function copyMadeAt(folder: string, name: string, whose: Whose): Promise<number | null> {
  const found = await readBackupHeader(join(folder, name)).catch(() => null);
  if (found === null || !isOf(found.header, whose)) return null;
  const { size } = await stat(join(folder, name));
  return size - found.bodyAt === found.header.size ? Date.parse(found.header.madeAt) : null;
}

/** The audit's newest entry as the newest readable copy names it; null if no copy names one. */
export async function newestHead(folder: string, names: readonly string[]): Promise<HeadFile | null> {
  for (const name of names) {
    try {
      return headFileSchema.parse(JSON.parse(await readHead(join(folder, headOf(name)))));
    } catch {
      // The copy was removed or damaged: an older copy may still name an entry.
    }
  }
  return null;
}

/** The beginning of a file that others can write to: it may be a link, a pipe or endless. */
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
 * Puts the encrypted copy at `copy` into the folder as a backup, verified, with its file about the audit; never over a file.
 * Rejects with the system's error; then nothing of it counts as a copy.
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
    // Where the umask or the share gave the new file other rights; a share without rights refuses.
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
    // A name with this station's id and this very millisecond: a claim of it keeps a foreign file from being replaced.
    await (await make(join(folder, name))).close();
    await rename(part, join(folder, name));
  } catch (error) {
    await file.close().catch(() => undefined);
    for (const path of made) await rm(path, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Removes this station's own copies beyond the newest `keep`, and what a killed process left behind. Rejects with the system's error. */
export async function pruneCopies(folder: string, whose: Whose, keep: number, now: number): Promise<void> {
  const names = await ownCopies(folder, whose);
  for (const name of names.slice(keep)) {
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

function isOf(header: BackupHeader, { environment, station }: Whose): boolean {
  return header.environment === environment && header.station.id === station.id;
}
