import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../clock.ts';
import { listBackups } from '../ledger/backup/backup.ts';
import { readBackupHeader, unwrapBackup } from '../ledger/backup/backup-file.ts';
import { type BackupHeader, keyFromPassphrase } from '../ledger/backup/backup-header.ts';
import { opensWith } from '../ledger/backup/copy-ledger.ts';
import type { LedgerOwner } from '../ledger/tables/owner.ts';
import { PlainError } from '../plain-error.ts';
import { knownLedgerKeys } from '../secrets/ledger-key.ts';
import type { Station } from './open-station.ts';

/** The path of a backup a person named: a file, one of the automatic ones, or `latest`. @throws PlainError `backup.none` */
export function findBackup({ paths }: Pick<Station, 'paths'>, named: string): string {
  const automatic = listBackups(paths.backups, systemClock.now());
  const [newest] = automatic;
  if (named === 'latest' && newest !== undefined) return join(paths.backups, newest);
  if (automatic.includes(named)) return join(paths.backups, named);
  if (named !== 'latest' && existsSync(named)) return named;
  throw new PlainError(
    'backup.none',
    named === 'latest'
      ? 'There is no automatic backup here yet. Nothing was changed.'
      : `There is no backup ${named}. Nothing was changed.`,
    'For a list of backups: clearfolder restore --list. Or give the file of a backup that you made.',
  );
}

/**
 * Takes the encrypted database out of a backup to `target`, and finds the key that opens it. Nothing is decrypted on the way.
 *
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
      'This passphrase does not open the backup. Nothing was changed.',
      'Try again: uppercase letters and spaces matter. Without the passphrase nobody can open the backup.',
    );
  }
  for (const key of await knownLedgerKeys(station.secrets, station.settings.environment)) {
    if (opensWith(target, key)) return key;
  }
  throw notOpenable(station);
}

/** Refuses what is of another environment, or of another station unless that is meant. */
export function refuseForeign(
  { settings, id }: Pick<Station, 'settings' | 'id'>,
  facts: Pick<BackupHeader, 'environment' | 'station'>,
  otherStation: boolean,
): void {
  if (facts.environment !== settings.environment) {
    throw new PlainError(
      'backup.other-environment',
      `This backup belongs to environment "${facts.environment}", but the settings name environment "${settings.environment}". Nothing was changed.`,
      `Restore a backup of "${settings.environment}", or set "environment" in the settings first.`,
    );
  }
  if (facts.station.id === id || otherStation) return;
  throw new PlainError(
    'backup.other-station',
    `This backup belongs to another station ("${facts.station.name}"). If that station still runs, both stations would send the same waiting documents. Nothing was changed.`,
    'Add --other-station only if that station will never run again.',
  );
}

/** Refuses the backup of another organisation than this environment works for (I12). */
export function refuseOtherOrganisation(
  present: LedgerOwner | null,
  ofBackup: Pick<LedgerOwner, 'id' | 'name'> | null,
): void {
  if (present === null || ofBackup === null) return;
  if ([present.id, ...(present.former ?? [])].includes(ofBackup.id)) return;
  const said = (name: string | null) =>
    name === null ? 'an organization with an unknown name' : `"${name}"`;
  throw new PlainError(
    'backup.other-organisation',
    `This backup belongs to ${said(ofBackup.name)}, but this environment belongs to ${said(present.name)}: documents would go to the wrong organization. Nothing was changed.`,
    'Restore a backup of the organization of this environment. Or add an environment for the other organization in the settings, and restore the backup there.',
  );
}

function notOpenable({ secrets }: Pick<Station, 'secrets'>): PlainError {
  return new PlainError(
    'backup.not-openable',
    `No key in ${secrets.describe()} opens this backup: the backup is damaged, or was made without a passphrase on another station. Nothing was changed.`,
    'Restore another backup. Or restore the keychain or secrets file of that station, or give it with --secrets.',
  );
}
