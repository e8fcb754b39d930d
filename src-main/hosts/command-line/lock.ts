import { systemClock } from '../../core/clock.ts';
import { forgetPin } from '../../core/lock/pin-keeper.ts';
import { noteLockReset } from '../../core/lock/resets.ts';
import { appendAudit } from '../../core/log/audit.ts';
import { actor } from '../../core/station/actor.ts';
import { openStation, openStationLedger, type StationChoice } from '../../core/station/open-station.ts';
import { show, type Terminal } from './terminal.ts';

/** `lock reset`: forgets the PIN of the station, for whoever owns the account; a running Clearfolder unlocks. */
export async function resetLock(terminal: Terminal, choice: StationChoice): Promise<void> {
  const station = await openStation(choice);
  // First the record, so that no reset is without one.
  const { ledger } = await openStationLedger(station, 'beside');
  try {
    appendAudit(ledger, { at: systemClock.now(), actor: actor(), action: 'lock.pin-reset', subject: null });
    await forgetPin(station.secrets);
    noteLockReset(ledger);
  } finally {
    ledger.close();
  }
  show(terminal, { reset: true }, () => [
    'The PIN is forgotten, and the station does not lock. A running Clearfolder unlocks by itself.',
    'To lock it again, set a new PIN in the settings, under Lock.',
  ]);
}
