import { PlainError } from '../plain-error.ts';
import type { Elsewhere } from '../secrets/credential-store.ts';
import type { Station } from './open-station.ts';

type Known = Pick<Station, 'credentials' | 'settings'>;

/** Why the api_secret that is there is not sent to the address in the settings (I9), or null. */
export async function secretElsewhere(station: Known): Promise<PlainError | null> {
  const elsewhere = await station.credentials.elsewhere();
  return elsewhere === null ? null : elsewhereWords(elsewhere, station);
}

/** @throws PlainError `secret.other-origin`, `secret.override-elsewhere`: before anything is sent */
export async function refuseElsewhere(station: Known): Promise<void> {
  const words = await secretElsewhere(station);
  if (words !== null) throw words;
}

/**
 * The same for CLEARFOLDER_API_SECRET alone, which nobody can set anew while the program runs; asks no secret store.
 *
 * @throws PlainError `secret.override-elsewhere`
 */
export async function refuseOverrideElsewhere(station: Known): Promise<void> {
  if (station.credentials.isOverridden) await refuseElsewhere(station);
}

function elsewhereWords({ by, origin }: Elsewhere, { settings }: Known): PlainError {
  const { environment } = settings;
  const address = settings.environments[environment] ?? '';
  if (by === 'store') {
    const was =
      origin === null
        ? 'an older version of Clearfolder saved it without the service address'
        : `it was set for ${origin}`;
    return new PlainError(
      'secret.other-origin',
      `Clearfolder does not send the api_secret of environment "${environment}" to ${address}: ${was}. Nothing is lost: everything waits on this computer.`,
      'If the address is right, set the api_secret of that service again. If not, restore the old address in the settings.',
    );
  }
  const was =
    origin === null ? 'Clearfolder was not started for that address' : `it was first used for ${origin}`;
  return new PlainError(
    'secret.override-elsewhere',
    `Clearfolder does not send the api_secret in CLEARFOLDER_API_SECRET to ${address}: ${was}. Nothing is lost: everything waits on this computer.`,
    `If the address is right, set CLEARFOLDER_API_SECRET_ORIGIN to ${originText(address)} and restart Clearfolder. If not, restore the old address in the settings.`,
  );
}

const originText = (address: string) => (URL.canParse(address) ? new URL(address).origin : 'https://HOST');
