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
        ? `It opens on this station alone, with the key in ${station.secrets.describe()}: it is lost if this machine is. For a copy that opens elsewhere: clearfolder backup FILE --passphrase`
        : 'It opens with the passphrase, on any machine. Keep the two apart; without the passphrase nobody can open it.',
      'Documents that still wait to be sent are not in it, and lie in their folders.',
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
      'Name the file of a backup, or "latest". See which there are: clearfolder restore --list',
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
      ...(done.setAside === null ? [] : [`The one from before is kept as ${done.setAside}.`]),
      done.carriedOver
        ? 'What the one from before knew of the outbox was carried over.'
        : 'What was sent after the backup was made is not in it. So nothing is sent by itself: what was on its way is looked up at the service first, and files in the folders wait for your decision.',
      ...(done.openRequests === 0
        ? []
        : [
            `Of what people had asked of Clearfolder, ${done.openRequests} had not been carried out when the backup was made. It may have been since, so it is not carried out: ask again for what is still wanted.`,
          ]),
      'Start Clearfolder again, then look at: clearfolder outbox, and clearfolder files --state held',
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
      ? ['There is no automatic backup yet: the first is made an hour after the start.']
      : [
          'Automatic backups, newest first. They open on this station alone.',
          ...backups.map(({ name, made_at: at, size }) => {
            const doubt = Date.parse(at) > now ? '  (later than now: the clock was wrong then)' : '';
            return `${name}  ${localTime(at)}  ${Math.ceil(size / 1024)} KiB${doubt}`;
          }),
          'Restore one with: clearfolder restore NAME, or: clearfolder restore latest',
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
        : [`${unopened} copies could not be opened with any key that is kept, and were left as they are.`]),
      'Backups that lie elsewhere open as before: with their passphrase, or at this station with the old key, which is kept for them.',
    ]);
  } finally {
    lock.release();
  }
}
