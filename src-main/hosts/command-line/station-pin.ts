import { join } from 'node:path';
import type { Command } from 'commander';
import { appendAudit } from '../../core/audit/audit.ts';
import { systemClock } from '../../core/clock.ts';
import { engineIsRunning, engineMark } from '../../core/data-folder/engine-lock.ts';
import { holdWhenFree } from '../../core/data-folder/file-lock.ts';
import { actor } from '../../core/installation/actor.ts';
import {
  openStation,
  openStationLedger,
  type Station,
  type StationChoice,
} from '../../core/installation/open-station.ts';
import type { Ledger } from '../../core/ledger/db/ledger.ts';
import { isUnlockedBy } from '../../core/lock/lock-state.ts';
import { createPinStore, type PinOutcome, triesLeft, waitMs } from '../../core/lock/pin-store.ts';
import { PlainError } from '../../core/plain-error.ts';
import { tooSoon, wrongPin } from '../app/lock/lock-words.ts';
import { readPassphrase } from './passphrase.ts';
import type { Terminal } from './terminal.ts';

const PATIENCE_MS = 30_000;

/** How a verb is called, such as "lock reset". */
export function verbName(command: Command): string {
  const above = command.parent;
  return above === null || above.parent === null ? command.name() : `${verbName(above)} ${command.name()}`;
}

/**
 * Lets a verb go on where the station has no PIN, where the app that runs is unlocked, or for who gives the PIN: at a terminal,
 * or with `fromInput` on standard input. A wrong PIN counts with those that were given in the app.
 *
 * @throws PlainError `lock.locked`, `lock.wrong-pin`, `lock.wait`, and as opening the station does
 */
export async function requirePin(
  terminal: Terminal,
  choice: StationChoice,
  stdin: NodeJS.ReadStream,
  { verb, fromInput }: { readonly verb: string; readonly fromInput: boolean },
): Promise<void> {
  const station = await openStation(choice);
  const pins = createPinStore({ store: () => station.secrets, clock: systemClock });
  try {
    await pins.refresh();
  } catch (error) {
    // Without the secret store no ledger opens either, and `support`, which names nobody, is wanted to say why.
    if (verb === 'support') return;
    throw error;
  }
  if (pins.isSet() === false) return;
  if (engineIsRunning(station.folder.path) && (await isOpen(station))) return;
  if (!fromInput && !stdin.isTTY) throw isLocked();
  const pin = await readPassphrase(terminal, stdin, { what: 'PIN of this station', twice: false });
  // One process at a time: of many at once each would find the count that all of them began with.
  const hold = await holdWhenFree(join(station.folder.path, 'pin.lock'), PATIENCE_MS, systemClock);
  if (hold === null) throw isLocked();
  let outcome: PinOutcome;
  try {
    outcome = await pins.check(pin);
  } finally {
    hold.release();
  }
  const wait = waitMs(pins.tries(), systemClock.now());
  if (outcome === 'too-soon') throw tooSoon(wait);
  if (outcome !== 'wrong') return;
  await withReader(station, (ledger) =>
    appendAudit(ledger, {
      at: systemClock.now(),
      actor: actor(),
      action: 'lock.pin-wrong',
      subject: null,
      detail: { by: 'command line', wrong: pins.tries().wrong },
    }),
  ).catch(() => undefined);
  throw wrongPin(triesLeft(pins.tries()), wait);
}

const isOpen = (station: Station): Promise<boolean> =>
  withReader(station, (ledger) => isUnlockedBy(ledger, engineMark(station.folder.path)));

async function withReader<T>(station: Station, work: (ledger: Ledger) => T): Promise<T> {
  const { ledger } = await openStationLedger(station, 'reader');
  try {
    return work(ledger);
  } finally {
    ledger.close();
  }
}

function isLocked(): PlainError {
  return new PlainError(
    'lock.locked',
    'This station is locked with a PIN, so nothing is shown and nothing was changed. Clearfolder is still sending and checking documents.',
    'Unlock Clearfolder, or give the PIN: type the PIN when the terminal asks, or give the PIN on standard input with: ... --pin < FILE',
  );
}
