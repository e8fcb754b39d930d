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
    t('The record of what was sent is copied to {path}, encrypted and checked.', { path }),
    passphrase === null
      ? t(
          'Only this station can open the copy, with the key in {store}. If this computer is lost, so is the copy. For a copy that opens on another computer: clearfolder backup FILE --passphrase',
          { store: station.secrets.describe() },
        )
      : t(
          'The copy opens with the passphrase on any computer. Keep the copy and the passphrase in different places. Without the passphrase nobody can open the copy.',
        ),
    t('The copy does not include documents that are not sent yet. Those documents stay in their folders.'),
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
    throw new UsageError(
      say('Give the file of a backup, or "latest". For a list of backups: clearfolder restore --list'),
    );
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
      ? t('The record of what was sent is restored.')
      : t('The record of what was sent is restored, as it was at {when}.', { when: localTime(madeAt) }),
    ...(setAside === null ? [] : [t('The previous record is kept as {setAside}.', { setAside })]),
    carriedOver
      ? t('The outbox of the previous record was kept.')
      : t(
          'The backup does not know about documents that were sent after the backup was made. Clearfolder therefore first asks the service about everything in the outbox, and files in the folders wait for your decision.',
        ),
    ...(openRequests === 0
      ? []
      : [
          t(
            'When the backup was made, {openRequests} requests to Clearfolder, such as a retry or a withdrawal, were still open. Clearfolder may have carried out these requests later, so it ignores them now. Look at the outbox, and make a request again if you still need it.',
            { openRequests },
          ),
        ]),
    t('Start Clearfolder, then check: clearfolder outbox, and clearfolder files --state held'),
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
      ? [
          t(
            'There is no automatic backup yet. Clearfolder makes the first backup two minutes after the start.',
          ),
        ]
      : [
          t('Automatic backups, newest first. Only this station can open them.'),
          ...backups.map(({ name, made_at: at, size }) => {
            const doubt =
              Date.parse(at) > now ? `  ${t('(in the future: the clock was wrong at that time)')}` : '';
            return `${name}  ${localTime(at)}  ${Math.ceil(size / 1024)} KiB${doubt}`;
          }),
          t('To restore a backup: clearfolder restore NAME, or: clearfolder restore latest'),
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
    t(
      'The record of what was sent has a new key, kept in {store}, and so have {copies} copies in the data folder.',
      { store: station.secrets.describe(), copies },
    ),
    ...(unopened === 0
      ? []
      : [t('{unopened} copies could not be opened with any saved key and were not changed.', { unopened })]),
    t(
      'Backups in other folders open as before: with their passphrase, or on this station with the old key, which Clearfolder keeps.',
    ),
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
        ? [t('Only this station can open new copies.')]
        : [
            t('The passphrase is saved in {store}. New copies open with the passphrase on any computer.', {
              store: secrets.describe(),
            }),
            t(
              'Keep the passphrase in another place as well: without it nobody can open the copies if this station is lost.',
            ),
          ],
    );
  });
}
