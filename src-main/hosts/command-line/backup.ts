import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { LedgerCipher } from '../../contract/ledger-cipher.ts';
import { systemClock } from '../../core/clock.ts';
import { acquireEngineLock } from '../../core/data-folder/engine-lock.ts';
import { actor } from '../../core/installation/actor.ts';
import { makeBackup, restoreLedger } from '../../core/installation/backup-and-restore.ts';
import { openStation, openStationLedger, type StationChoice } from '../../core/installation/open-station.ts';
import { rotateLedgerKey } from '../../core/installation/rotate-key.ts';
import { listBackups, madeAtOf } from '../../core/ledger/backup/hourly-backups.ts';
import { cipherWords } from '../../core/ledger/db/cipher.ts';
import { ledgerMissing } from '../../core/ledger/db/open-ledger.ts';
import { UsageError } from './failure.ts';
import { readPassphrase } from './passphrase.ts';
import { localTime, show, type Terminal } from './terminal.ts';

/** `backup FILE`: a verified copy of the ledger that a person keeps, also beside a running Clearfolder. */
export async function backUp(
  terminal: Terminal,
  choice: StationChoice,
  target: string,
  { passphrase: asked }: { passphrase: boolean },
  stdin: NodeJS.ReadStream,
): Promise<void> {
  const station = await openStation(choice);
  if (!existsSync(station.paths.ledger)) throw ledgerMissing();
  const passphrase = asked ? await readPassphrase(terminal, stdin, { twice: true }) : null;
  const { ledger, key } = await openStationLedger(station, 'beside');
  try {
    const { path, size } = await makeBackup(station, { ledger, key, target, passphrase }, actor());
    const opensWith = passphrase === null ? 'station' : 'passphrase';
    show(terminal, { file: path, size, opens_with: opensWith }, () => [
      `The record of what was sent is copied to ${path}, encrypted and checked.`,
      passphrase === null
        ? `Only this station can open the copy, with the key in ${station.secrets.describe()}. If this computer is lost, so is the copy. For a copy that opens on another computer: clearfolder backup FILE --passphrase`
        : 'The copy opens with the passphrase on any computer. Keep the copy and the passphrase in different places. Without the passphrase nobody can open the copy.',
      'The copy does not include documents that are not sent yet; those documents stay in their folders.',
    ]);
  } finally {
    ledger.close();
  }
}

/** `restore FILE|latest`: puts a backup in the place of the ledger, with Clearfolder stopped. */
export async function restore(
  terminal: Terminal,
  choice: StationChoice,
  backup: string | null,
  { list, otherStation }: { list: boolean; otherStation: boolean },
  stdin: NodeJS.ReadStream,
): Promise<void> {
  const station = await openStation(choice);
  if (list) return listThem(terminal, station.paths.backups);
  if (backup === null) {
    throw new UsageError(
      'Give the file of a backup, or "latest". For a list of backups: clearfolder restore --list',
    );
  }
  const lock = acquireEngineLock(station.folder.path, systemClock);
  try {
    const done = await restoreLedger(station, {
      backup,
      actor: actor(),
      askPassphrase: () => readPassphrase(terminal, stdin, { twice: false }),
      otherStation,
    });
    const result = {
      made_at: done.madeAt,
      set_aside: done.setAside,
      carried_over: done.carriedOver,
      not_carried_out: done.openRequests,
    };
    show(terminal, result, () => [
      `The record of what was sent is restored${done.madeAt === null ? '' : `, as it was at ${localTime(done.madeAt)}`}.`,
      ...(done.setAside === null ? [] : [`The previous record is kept as ${done.setAside}.`]),
      done.carriedOver
        ? 'The outbox of the previous record was kept.'
        : 'The backup does not show documents that were sent after it was made. So Clearfolder first asks the service about everything in the outbox, and files in the folders wait for your decision.',
      ...(done.openRequests === 0
        ? []
        : [
            `When the backup was made, ${done.openRequests} requests to Clearfolder were still open. They may have been carried out since, so Clearfolder does not carry them out now. Make each request again if you still need it.`,
          ]),
      'Start Clearfolder, then check: clearfolder outbox, and clearfolder files --state held',
    ]);
  } finally {
    lock.release();
  }
}

function listThem(terminal: Terminal, directory: string): void {
  const now = systemClock.now();
  const backups = listBackups(directory, now).map((name) => ({
    name,
    made_at: new Date(madeAtOf(name)).toISOString(),
    size: statSync(join(directory, name)).size,
  }));
  show(terminal, backups, () =>
    backups.length === 0
      ? ['There is no automatic backup yet. Clearfolder makes the first backup an hour after the start.']
      : [
          'Automatic backups, newest first. Only this station can open them.',
          ...backups.map(({ name, made_at: at, size }) => {
            const doubt = Date.parse(at) > now ? '  (in the future: the clock was wrong at that time)' : '';
            return `${name}  ${localTime(at)}  ${Math.ceil(size / 1024)} KiB${doubt}`;
          }),
          'To restore a backup: clearfolder restore NAME, or: clearfolder restore latest',
        ],
  );
}

/** `ledger rotate-key`: encrypts the ledger and its copies with a new key, with Clearfolder stopped. */
export async function rotateKey(
  terminal: Terminal,
  choice: StationChoice,
  wanted: LedgerCipher | null,
): Promise<void> {
  const station = await openStation(choice);
  const lock = acquireEngineLock(station.folder.path, systemClock);
  try {
    const { cipher, copies, unopened } = await rotateLedgerKey(station, { actor: actor(), cipher: wanted });
    show(terminal, { rotated: true, cipher, copies, unopened }, () => [
      `The record of what was sent has a new key, kept in ${station.secrets.describe()}, and so have ${copies} copies in the data folder.`,
      `All of them are encrypted with ${cipherWords(cipher)}.`,
      ...(unopened === 0
        ? []
        : [`${unopened} copies could not be opened with any saved key and were not changed.`]),
      'Backups in other places open as before: with their passphrase, or on this station with the old key, which Clearfolder keeps for them.',
    ]);
  } finally {
    lock.release();
  }
}
