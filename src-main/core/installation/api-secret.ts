import { z } from 'zod';
import { type Said, say } from '../../contract/say.ts';
import type { Clock, Random } from '../clock.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { readState, writeState } from '../ledger/db/station-state.ts';
import { silentLog } from '../log/events.ts';
import { PlainError } from '../plain-error.ts';
import { type Elsewhere, type Exchanged, trialCredentials } from '../secrets/credential-store.ts';
import { originOf } from '../service/http/base-url.ts';
import type { StoredWait } from '../service/service-client.ts';
import { type Failure, ServiceError } from '../service/service-failure.ts';
import { connect, serviceAddress } from './connect.ts';
import type { Station } from './open-station.ts';

/** The result of a sign-in with an api_secret that is not stored. `failure`: the reason why the sign-in failed; null after a success. */
export interface Tried extends Exchanged {
  readonly failure: Failure | null;
}

/**
 * Signs in with an api_secret that is not stored. `wait`: a pause before the next sign-in that the service demanded earlier; null if the
 * service demanded no pause. The promise does not reject if the service fails, refuses the api_secret or does not respond.
 */
export async function trySignIn(
  station: Station,
  secret: string,
  {
    clock,
    random,
    wait,
  }: { readonly clock: Clock; readonly random: Random; readonly wait: StoredWait | null },
): Promise<Tried> {
  const trial = trialCredentials(station.settings.environment, originOf(serviceAddress(station)));
  await trial.setSecret(secret);
  // A pause that the service demanded applies to every api_secret (docs/service.md 5.4).
  await trial.writeWait(wait);
  const client = connect({ ...station, credentials: trial }, { clock, random, log: silentLog, owner: null });
  let failure: Failure | null = null;
  try {
    await client.signIn();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    failure = error.failure;
  } finally {
    await client.close();
  }
  return { token: await trial.readToken(), wait: await trial.readWait(), failure };
}

/**
 * Checks an api_secret before the api_secret is stored: signs in as `trySignIn` does. A stored pause between sign-ins applies.
 * @throws PlainError `auth.refused` if the service refuses the api_secret
 */
export async function trySecret(
  station: Station,
  secret: string,
  parts: { readonly clock: Clock; readonly random: Random },
): Promise<Exchanged> {
  const tried = await trySignIn(station, secret, { ...parts, wait: await station.credentials.readWait() });
  if (tried.failure?.kind !== 'auth-refused') return tried;
  throw new PlainError(
    'auth.refused',
    withServiceWords(say('secrets.serviceRejectedApiSecret'), tried.failure.detail),
    say('secrets.copyApiSecretAgain'),
  );
}

/** Appends the words of the service to a text; returns the text unchanged without such words. */
export function withServiceWords(message: Said, detail: string | null): Said {
  return detail === null ? message : say('documents.serviceSays', { message, detail });
}

const KEY = 'secret.changes';
/** The milliseconds after which `followSecretChanges` reloads a second time. A secret store needs far less time for a change. */
const LOOK_AGAIN_MS = 5_000;

/** Tells a running engine, through a counter in the ledger, that the api_secret changes. The ledger never has the api_secret (I9). */
export function noteSecretChange(ledger: Ledger): void {
  ledger.transaction(() => writeState(ledger, KEY, secretChanges(ledger) + 1));
}

function secretChanges(ledger: Ledger): number {
  return readState(ledger, KEY, z.int()) ?? 0;
}

/**
 * Returns a function that calls `reload` after another process announced a change of the api_secret (`noteSecretChange`), and again later.
 * `clearfolder secret set` announces a change before and after it stores the api_secret. The later `reload` finds the change if the process
 * was killed in between. The returned function must be called after each write of another process, and again while its result is true.
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

/** Returns why the api_secret must not be sent to the address in the settings (I9); null if the api_secret may be sent. */
export async function secretElsewhere(station: Known): Promise<PlainError | null> {
  const elsewhere = await station.credentials.elsewhere();
  return elsewhere === null ? null : elsewhereWords(elsewhere, station);
}

/** Checks the address in the settings. @throws PlainError `secret.other-origin`, `secret.override-elsewhere` */
export async function refuseElsewhere(station: Known): Promise<void> {
  const words = await secretElsewhere(station);
  if (words !== null) throw words;
}

/**
 * Calls `refuseElsewhere` only if CLEARFOLDER_API_SECRET is set, because a person cannot correct this variable while the program runs.
 * @throws PlainError `secret.override-elsewhere`
 */
export async function refuseOverrideElsewhere(station: Known): Promise<void> {
  if (station.credentials.isOverridden) await refuseElsewhere(station);
}

function elsewhereWords(elsewhere: Elsewhere, { settings }: Known): PlainError {
  const { environment } = settings;
  const address = settings.environments[environment] ?? '';
  if (elsewhere.by === 'store') {
    const was = say('secrets.secretSet', { origin: elsewhere.origin });
    return new PlainError(
      'secret.other-origin',
      say('secrets.notSendApiSecret', { environment, address, was }),
      say('secrets.addressRight'),
    );
  }
  const { origin } = elsewhere;
  const was = origin === null ? say('secrets.notStartedAddress') : say('secrets.secretFirstUsed', { origin });
  return new PlainError(
    'secret.override-elsewhere',
    say('secrets.notSendApiSecretApi', { address, was }),
    say('secrets.addressRightSetApiSecretOrigin', { origin: originText(address) }),
  );
}

const originText = (address: string) => (URL.canParse(address) ? new URL(address).origin : 'https://HOST');
