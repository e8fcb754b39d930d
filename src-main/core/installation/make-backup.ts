import { resolve } from 'node:path';
import { recordFirst } from '../audit/record-first.ts';
import { systemClock } from '../clock.ts';
import { overlap } from '../folders/overlaps.ts';
import { type BackupToWrite, writeBackup } from '../ledger/backup/backup-file.ts';
import { PlainError } from '../plain-error.ts';
import type { Station } from './open-station.ts';

/**
 * Writes the audit of a backup that a person keeps, then the backup. Gives its path.
 *
 * @throws PlainError `backup.in-folder`, and as `writeBackup`
 */
export async function makeBackup(
  station: Station,
  { ledger, key, target, passphrase }: Pick<BackupToWrite, 'ledger' | 'key' | 'target' | 'passphrase'>,
  actor: string,
): Promise<{ path: string; size: number }> {
  const path = resolve(target);
  refuseWatched(station, path);
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

/** In a watched folder it would be taken for a document, and sent. */
function refuseWatched({ settings }: Station, path: string): void {
  const watched = settings.folders.find((rule) => overlap(rule.path, path));
  if (watched === undefined) return;
  throw new PlainError(
    'backup.in-folder',
    `The file ${path} would be in the watched folder "${watched.id}", so the backup would be sent as a document. No backup was written.`,
    'Choose a folder that is not watched.',
  );
}
