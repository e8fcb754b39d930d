import { z } from 'zod';
import type { Clock, Random } from '../clock.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { readState, writeState } from '../ledger/db/station-state.ts';
import { silentLog } from '../log/events.ts';
import { PlainError } from '../plain-error.ts';
import type { Elsewhere, Exchanged } from '../secrets/credential-store.ts';
import { trialCredentials } from '../secrets/trial-credentials.ts';
import { originOf } from '../service/http/base-url.ts';
import { ServiceError } from '../service/service-failure.ts';
import { connect, serviceAddress } from './connect.ts';
import type { Station } from './open-station.ts';

/** What the service says to an api_secret: by the token exchange, and by no other request. */
export interface TriedSecret {
  readonly refused: boolean;
  readonly exchanged: Exchanged;
}

/** Asks the service about an api_secret before the api_secret is kept. Never rejects for what the service says, or does not say. */
export async function trySecret(
  station: Station,
  secret: string,
  parts: { readonly clock: Clock; readonly random: Random },
): Promise<TriedSecret> {
  const trial = trialCredentials(station.settings.environment, originOf(serviceAddress(station)));
  await trial.setSecret(secret);
  // What the service said about signing in at all holds for every secret (docs/service.md 5.4).
  await trial.writeWait(await station.credentials.readWait());
  const client = connect({ ...station, credentials: trial }, { ...parts, log: silentLog, owner: null });
  let refused = false;
  try {
    await client.signIn();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    refused = error.failure.kind === 'auth-refused';
  } finally {
    await client.close();
  }
  return { refused, exchanged: { token: await trial.readToken(), wait: await trial.readWait() } };
}

const KEY = 'secret.changes';
/** Far longer than a secret store takes for a change. */
const LOOK_AGAIN_MS = 5_000;

/**
 * Tells a running engine, through the ledger, that the api_secret is about to be set or cleared, or was. The secret itself is
 * not there (I9).
 */
export function noteSecretChange(ledger: Ledger): void {
  ledger.transaction(() => writeState(ledger, KEY, secretChanges(ledger) + 1));
}

/** How often a change of the api_secret was told on this ledger. */
function secretChanges(ledger: Ledger): number {
  return readState(ledger, KEY, z.int()) ?? 0;
}

/**
 * Reads the api_secret again (`reload`) when another process told of a change, and once more a little later: the word that
 * comes before the change may be the last one of a process that was ended. What it gives back is to be called whenever
 * the ledger was written, and again where it says true.
 */
export function followSecretChanges(
  ledger: Ledger,
  clock: Pick<Clock, 'monotonic'>,
  reload: () => Promise<void>,
): () => Promise<boolean> {
  let seen = secretChanges(ledger);
  let again: number | null = null;
  return async () => {
    const changes = secretChanges(ledger);
    if (changes !== seen) {
      await reload();
      seen = changes;
      again = clock.monotonic() + LOOK_AGAIN_MS;
    } else if (again !== null && clock.monotonic() >= again) {
      await reload();
      again = null;
    }
    return again !== null;
  };
}

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
        ? 'an older Clearfolder kept it without the address of its service'
        : `it was set for ${origin}`;
    return new PlainError(
      'secret.other-origin',
      `The api_secret of environment "${environment}" is not sent to ${address}: ${was}. Documents wait, and nothing is lost.`,
      'If the address is right, set the api_secret of that service again. If not, put the old address back in the settings.',
    );
  }
  const was =
    origin === null ? 'the program was not started for that address' : `it was first used for ${origin}`;
  return new PlainError(
    'secret.override-elsewhere',
    `The api_secret in CLEARFOLDER_API_SECRET is not sent to ${address}: ${was}. Documents wait, and nothing is lost.`,
    `If the address is right, whoever starts the program sets CLEARFOLDER_API_SECRET_ORIGIN to ${originText(address)}. If not, put the old address back in the settings.`,
  );
}

const originText = (address: string) => (URL.canParse(address) ? new URL(address).origin : 'https://HOST');
