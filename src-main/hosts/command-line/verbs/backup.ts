import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { say } from '../../../contract/say.ts';
import { recordFirst } from '../../../core/audit/audit.ts';
import { systemClock } from '../../../core/clock.ts';
import { lockDataFolder } from '../../../core/door/ask-door.ts';
import { actor } from '../../../core/installation/actor.ts';
import { makeBackup, restoreLedger } from '../../../core/installation/backup-and-restore.ts';
import { openStation, type Station } from '../../../core/installation/open-station.ts';
import { rotateLedgerKey } from '../../../core/installation/rotate-key.ts';
import { refuseWeak } from '../../../core/ledger/backup/backup-file.ts';
import { listBackups, madeAtOf } from '../../../core/ledger/backup/hourly-backups.ts';
import { ledgerMissing } from '../../../core/ledger/db/open-ledger.ts';
import { keepCopiesPassphrase } from '../../../core/secrets/copies-passphrase.ts';
import { withLedger, withStationLedger } from '../../headless/station-ledger.ts';
import { t } from '../../language.ts';
import { readPassphrase } from '../passphrase.ts';
import {
  localTime,
  type StationContext,
  show,
  type Terminal,
  UsageError,
  type VerbContext,
} from '../terminal.ts';

/** `backup FILE`: writes a copy of the ledger and verifies the copy, also while Clearfolder runs. */
export async function backUp(
  { terminal, choice, stdin }: VerbContext,
  target: string,
  options: { readonly passphrase?: boolean },
): Promise<void> {
  const station = await openStation(choice);
  if (!existsSync(station.paths.ledger)) throw ledgerMissing();
  const passphrase = options.passphrase ? await readPassphrase(terminal, stdin, { twice: true }) : null;
  const { path, size } = await withStationLedger(station, 'beside', (ledger, key) =>
    makeBackup(station, { ledger, key, target, passphrase }, actor()),
  );
  const opensWith = passphrase === null ? 'station' : 'passphrase';
  show(terminal, { file: path, size, opens_with: opensWith }, () => [
    t('terminal.recordWhatSentCopied', { path }),
    passphrase === null
      ? t('terminal.stationOpenCopy', { store: station.secrets.describe() })
      : t('terminal.copyOpensPassphraseAny'),
    t('terminal.copyNotIncludeDocuments'),
  ]);
}

/** `restore FILE|latest`: replaces the ledger with a backup, unless Clearfolder runs. With `list`, only lists the automatic backups. */
export async function restore(
  { terminal, choice, stdin }: VerbContext,
  backup: string | undefined,
  { list = false, otherStation = false }: { readonly list?: boolean; readonly otherStation?: boolean },
): Promise<void> {
  const station = await openStation(choice, undefined, list ? 'read' : 'write');
  if (list) return showBackups(terminal, station.paths.backups);
  if (backup === undefined) {
    throw new UsageError(say('terminal.giveFileBackup'));
  }
  const { madeAt, setAside, carriedOver, openRequests } = await whileStopped(station, () =>
    restoreLedger(station, {
      backup,
      actor: actor(),
      askPassphrase: () => readPassphrase(terminal, stdin, { twice: false }),
      otherStation,
    }),
  );
  const result = {
    made_at: madeAt,
    set_aside: setAside,
    carried_over: carriedOver,
    not_carried_out: openRequests,
  };
  show(terminal, result, () => [
    madeAt === null
      ? t('terminal.recordWhatSentRestored')
      : t('terminal.recordRestoredAsOf', { when: localTime(madeAt) }),
    ...(setAside === null ? [] : [t('terminal.previousRecordKept', { setAside })]),
    carriedOver ? t('terminal.outboxPreviousRecordKept') : t('terminal.backupNotKnowAbout'),
    ...(openRequests === 0 ? [] : [t('terminal.backupMade', { openRequests })]),
    t('terminal.startCheckOutboxFiles'),
  ]);
}

// Locks the data folder, so that no engine can run, and runs `work`. @throws PlainError as `lockDataFolder` does if Clearfolder runs
async function whileStopped<T>(station: Station, work: () => Promise<T>): Promise<T> {
  const lock = await lockDataFolder(station.folder.path, systemClock);
  return await work().finally(() => lock.release());
}

function showBackups(terminal: Terminal, directory: string): void {
  const now = systemClock.now();
  const backups = listBackups(directory, now).map((name) => ({
    name,
    made_at: new Date(madeAtOf(name)).toISOString(),
    size: statSync(join(directory, name)).size,
  }));
  show(terminal, backups, () =>
    backups.length === 0
      ? [t('terminal.noAutomaticBackupYet')]
      : [
          t('terminal.automaticBackupsNewestFirst'),
          ...backups.map(({ name, made_at: at, size }) => {
            const doubt = Date.parse(at) > now ? `  ${t('terminal.clockWasWrong')}` : '';
            return `${name}  ${localTime(at)}  ${Math.ceil(size / 1024)} KiB${doubt}`;
          }),
          t('terminal.restoreBackup'),
        ],
  );
}

/** `ledger rotate-key`: encrypts the ledger, and its copies in the data folder, with a new key. Fails while Clearfolder runs. */
export async function rotateKey({ terminal, choice }: StationContext): Promise<void> {
  const station = await openStation(choice);
  const { copies, unopened } = await whileStopped(station, () =>
    rotateLedgerKey(station, { actor: actor() }),
  );
  show(terminal, { rotated: true, copies, unopened }, () => [
    t('terminal.recordWhatSentNew', { store: station.secrets.describe(), copies }),
    ...(unopened === 0 ? [] : [t('terminal.copiesNotOpenedAny', { unopened })]),
    t('terminal.backupsFoldersOpenBefore'),
  ]);
}

/** `copies passphrase`: saves the passphrase for the ledger copies that go to another folder. With `forget`, deletes the passphrase. */
export function setCopiesPassphrase(
  { terminal, choice, stdin }: VerbContext,
  { forget = false }: { readonly forget?: boolean },
): Promise<void> {
  return withLedger(choice, 'beside', async (ledger, { secrets, settings }) => {
    const passphrase = forget ? null : await readPassphrase(terminal, stdin, { twice: true });
    if (passphrase !== null) refuseWeak(passphrase);
    const action = passphrase === null ? 'secret.cleared' : 'secret.set';
    const detail = { what: 'passphrase of the copies' };
    const entry = { actor: actor(), action, subject: settings.environment, detail } as const;
    await recordFirst(ledger, systemClock.now, entry, () =>
      keepCopiesPassphrase(secrets, settings.environment, passphrase),
    );
    show(terminal, { passphrase: passphrase !== null }, () =>
      passphrase === null
        ? [t('terminal.stationOpenNewCopies')]
        : [
            t('terminal.passphraseSavedNewCopies', {
              store: secrets.describe(),
            }),
            t('terminal.keepPassphraseAnotherPlace'),
          ],
    );
  });
}
