import { join } from 'node:path';
import type { Command } from 'commander';
import { say } from '../../contract/say.ts';
import { appendAudit, recordFirst } from '../../core/audit/audit.ts';
import { systemClock } from '../../core/clock.ts';
import { engineIsRunning, engineMark } from '../../core/data-folder/engine-lock.ts';
import { holdWhenFree } from '../../core/data-folder/file-lock.ts';
import { actor } from '../../core/installation/actor.ts';
import { openStation } from '../../core/installation/open-station.ts';
import type { Ledger } from '../../core/ledger/db/ledger.ts';
import { isUnlockedBy, noteLockChange } from '../../core/lock/lock-state.ts';
import { createPinStore, forgetPin, triesLeft, waitMs } from '../../core/lock/pin-store.ts';
import { PlainError } from '../../core/plain-error.ts';
import { tooSoon, wrongPin } from '../app/lock/lock-words.ts';
import { withLedger, withStationLedger } from '../headless/station-ledger.ts';
import { t } from '../language.ts';
import { readPassphrase } from './passphrase.ts';
import { type StationContext, show, type VerbContext } from './terminal.ts';

const PATIENCE_MS = 30_000;

/** The verbs that need no PIN, because they show no patient data. A verb that is missing here, such as a new verb, needs the PIN. */
export const NO_PIN_VERBS: ReadonlySet<string> = new Set([
  'open',
  'run',
  'stop',
  'status',
  'stations',
  'practice',
  'doctor',
  'secret set',
  'secret clear',
  'secret check',
  'secret proxy',
  'secret postgres',
  'secret stations',
  'lock reset',
  'user add',
  'user remove',
  'user list',
  'ledger rotate-key',
  'restore',
  'settings check',
  'settings show',
  'settings schema',
]);

/** Returns the name of a verb with all parent verbs, such as "lock reset". */
export function verbName(command: Command): string {
  const above = command.parent;
  return above === null || above.parent === null ? command.name() : `${verbName(above)} ${command.name()}`;
}

/**
 * Resolves if the station has no PIN, the running app is unlocked, or the person gives the PIN at the terminal or, with `fromInput`, on
 * standard input. @throws PlainError `lock.locked`, `lock.wrong-pin`, `lock.wait`, or an error of opening the station
 */
export async function requirePin(
  { terminal, choice, stdin }: VerbContext,
  { verb, fromInput }: { readonly verb: string; readonly fromInput: boolean },
): Promise<void> {
  const station = await openStation(choice, undefined, 'read');
  const pins = createPinStore({ store: () => station.secrets, clock: systemClock });
  try {
    await pins.refresh();
  } catch (error) {
    // A person must get the support bundle even if the secret store is broken. The bundle then contains no names.
    if (verb === 'support') return;
    throw error;
  }
  if (pins.isSet() === false) return;
  const { path } = station.folder;
  const isUnlocked = (ledger: Ledger) => isUnlockedBy(ledger, engineMark(path));
  if (engineIsRunning(path) && (await withStationLedger(station, 'reader', isUnlocked))) return;
  if (!fromInput && !stdin.isTTY) throw isLocked();
  const pin = await readPassphrase(terminal, stdin, { what: say('terminal.pinStation'), twice: false });
  // One process at a time may check a PIN, because parallel processes would each count from the same number of wrong PINs.
  const hold = await holdWhenFree(join(path, 'pin.lock'), PATIENCE_MS, systemClock);
  if (hold === null) throw isLocked();
  const outcome = await pins.check(pin).finally(() => hold.release());
  const wait = waitMs(pins.tries(), systemClock.now());
  if (outcome === 'too-soon') throw tooSoon(wait);
  if (outcome !== 'wrong') return;
  await withStationLedger(station, 'reader', (ledger) =>
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

function isLocked(): PlainError {
  return new PlainError('lock.locked', say('terminal.stationLockedPin'), say('terminal.unlockGivePinType'));
}

/** `lock reset`: deletes a forgotten PIN. The verb asks for no PIN: who can run the verb owns the data folder. A running Clearfolder unlocks. */
export async function resetLock({ terminal, choice }: StationContext): Promise<void> {
  await withLedger(choice, 'beside', async (ledger, { secrets }) => {
    const entry = { actor: actor(), action: 'lock.pin-reset', subject: null } as const;
    await recordFirst(ledger, systemClock.now, entry, () => forgetPin(secrets));
    noteLockChange(ledger);
  });
  show(terminal, { reset: true }, () => [t('terminal.pinDeleted'), t('terminal.lockStationAgain')]);
}
