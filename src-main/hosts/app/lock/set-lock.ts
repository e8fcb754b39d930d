import type { Redirect } from '../../../contract/redirect.ts';
import { say } from '../../../contract/say.ts';
import type { ParsedInput } from '../../../contract/verbs/index.ts';
import type { AuditAction } from '../../../contract/views/audit.ts';
import { assertGoodPin } from '../../../core/lock/pin.ts';
import type { PinStore } from '../../../core/lock/pin-store.ts';
import { PlainError } from '../../../core/plain-error.ts';
import type { Confirmations } from '../confirmations.ts';
import type { AppContext } from '../context.ts';
import type { Lock } from './lock.ts';
import { presentPinNeeded } from './lock-words.ts';

interface SetParts {
  readonly lock: Lock;
  readonly pins: PinStore;
  readonly confirmations: Pick<Confirmations, 'confirm' | 'confirmProven'>;
  readonly saveSettings: AppContext['saveSettings'];
  readonly audit: (action: AuditAction, actor: string, detail: Record<string, unknown>) => void;
}

/**
 * Changes the idle time and the PIN. If the station has a PIN, the person must enter this PIN, or pass the check of the operating system.
 * Turning the lock off removes the PIN. If saving the settings fails, the old PIN is restored.
 */
export async function setLock(
  { idle_minutes: minutes, pin, new_pin: newPin }: ParsedInput<'lock.set'>,
  actor: string,
  { lock, pins, confirmations, saveSettings, audit }: SetParts,
): Promise<void> {
  await pins.refresh();
  const wasSet = pins.isSet() === true;
  if (wasSet) {
    if (pin === null && lock.state().os_means === null) throw presentPinNeeded();
    await lock.prove(pin, actor);
  }
  if (newPin !== null) assertGoodPin(newPin);
  const on = minutes !== null;
  if (on && !wasSet && newPin === null) {
    throw new PlainError(
      'lock.new-pin-needed',
      say('station.nobodyUnlockStationWithout'),
      say('station.choosePin'),
    );
  }
  const change = on ? newPin !== null : wasSet;
  // In a browser, a person uses the PIN to confirm changes that would send documents elsewhere. A program that could set the PIN could
  // confirm such changes itself, so a person must also confirm that the PIN is set or removed (I9).
  if (on && !wasSet) await confirmations.confirm([pinChange(null, 'set')], actor);
  if (!on && wasSet) await confirmations.confirmProven([pinChange('set', null)], actor);
  const putBack = change ? await pins.set(on ? newPin : null) : null;
  try {
    await saveSettings((inForce) => ({ ...inForce, lock: { idleMinutes: minutes } }), actor);
  } catch (error) {
    await putBack?.();
    throw error;
  }
  audit('lock.changed', actor, { idle_minutes: minutes });
  if (on && change) audit(wasSet ? 'lock.pin-changed' : 'lock.pin-set', actor, {});
  lock.touched();
  await lock.check();
}

const pinChange = (before: string | null, after: string | null): Redirect => ({
  what: 'pin',
  subject: null,
  old: before,
  new: after,
});
