import { systemClock } from '../../core/clock.ts';
import type { Station } from '../../core/installation/open-station.ts';
import { createPinKeeper } from '../../core/lock/pin-keeper.ts';

/** After how long the station locks, or why a screen that somebody leaves stays open. @throws as the secret store does */
export async function lockInWords({
  settings,
  secrets,
}: Pick<Station, 'settings' | 'secrets'>): Promise<string> {
  const { idleMinutes } = settings.lock;
  if (idleMinutes === null)
    return 'never: "lock.idleMinutes" is null in the settings, so a screen that somebody leaves stays open';
  const pins = createPinKeeper({ store: () => secrets, clock: systemClock });
  await pins.refresh();
  return pins.isSet() === false
    ? `after ${idleMinutes} minutes once there is a PIN; none is set, so a screen that somebody leaves stays open: set one in the settings of the app, under Lock`
    : `after ${idleMinutes} minutes without input`;
}
