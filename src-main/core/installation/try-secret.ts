import type { Clock, Random } from '../clock.ts';
import { silentLog } from '../log/events.ts';
import type { Exchanged } from '../secrets/credential-store.ts';
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
