import { recordFirst } from '../../core/audit/audit.ts';
import { systemClock } from '../../core/clock.ts';
import { actor } from '../../core/installation/actor.ts';
import { openStation, openStationLedger, type StationChoice } from '../../core/installation/open-station.ts';
import { noteLockReset } from '../../core/lock/lock-state.ts';
import { forgetPin } from '../../core/lock/pin-store.ts';
import { show, type Terminal } from './terminal.ts';

/** `lock reset`: forgets the PIN of the station, for whoever owns the account; a running Clearfolder unlocks. */
export async function resetLock(terminal: Terminal, choice: StationChoice): Promise<void> {
  const station = await openStation(choice);
  const { ledger } = await openStationLedger(station, 'beside');
  try {
    const entry = { actor: actor(), action: 'lock.pin-reset', subject: null } as const;
    await recordFirst(ledger, systemClock.now, entry, () => forgetPin(station.secrets));
    noteLockReset(ledger);
  } finally {
    ledger.close();
  }
  show(terminal, { reset: true }, () => [
    'The PIN is deleted, and the station does not lock. A running Clearfolder unlocks automatically.',
    'To lock the station again, set a new PIN in Settings, under Lock.',
  ]);
}
