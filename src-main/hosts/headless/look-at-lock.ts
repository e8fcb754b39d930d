import { systemClock } from '../../core/clock.ts';
import type { Station } from '../../core/installation/open-station.ts';
import { createPinStore } from '../../core/lock/pin-store.ts';

/** After how long the station locks, or why a screen that somebody leaves stays open. @throws as the secret store does */
export async function lockInWords({
  settings,
  secrets,
}: Pick<Station, 'settings' | 'secrets'>): Promise<string> {
  const { idleMinutes } = settings.lock;
  if (idleMinutes === null)
    return 'never: "lock.idleMinutes" is null in the settings, so a screen that somebody leaves stays open';
  const pins = createPinStore({ store: () => secrets, clock: systemClock });
  await pins.refresh();
  return pins.isSet() === false
    ? `after ${idleMinutes} minutes, but no PIN is set, so the screen stays open: set a PIN in Settings, under Lock`
    : `after ${idleMinutes} minutes without input`;
}
