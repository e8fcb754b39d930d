import { say } from '../../contract/say.ts';
import type { Clock, Random } from '../clock.ts';
import type { Log } from '../log/events.ts';
import { PlainError } from '../plain-error.ts';
import { createServiceClient } from '../service/create-service-client.ts';
import { type Network, readNetwork } from '../service/http/network.ts';
import type { ServiceClient } from '../service/service-client.ts';
import type { RecordOwner } from '../service/sign-in/record-owner.ts';
import type { Station } from './open-station.ts';

/** Returns the address of the service of the station's environment. @throws PlainError `settings.no-address` */
export function serviceAddress({ settings }: Pick<Station, 'settings'>): string {
  const address = settings.environments[settings.environment];
  if (address !== undefined) return address;
  throw new PlainError(
    'settings.no-address',
    say('settings.environmentNoServiceAddress', { environment: settings.environment }),
    say('settings.addEnvironmentUnderEnvironments'),
  );
}

/** Returns the network settings for requests to the service, with the login for the proxy if any. @throws PlainError `settings.ca-file` */
export function networkOf({ settings, proxyLogin }: Pick<Station, 'settings' | 'proxyLogin'>): Network {
  const network = readNetwork(settings.network);
  const { proxy } = network;
  return proxy === null ? network : { ...network, proxyAuthorization: () => proxyLogin.authorization(proxy) };
}

/**
 * Returns the client for the service. In practice mode, the settings have no address: `baseUrl` is the address of the embedded service.
 * `owner` checks the organization (I12), and is null in practice mode and for a client without a ledger.
 * @throws PlainError `settings.no-address`, `settings.ca-file`
 */
export function connect(
  station: Station,
  {
    clock,
    random,
    log,
    owner,
    baseUrl,
  }: { clock: Clock; random: Random; log: Log; owner: RecordOwner | null; baseUrl?: string },
): ServiceClient {
  const { settings } = station;
  const client = createServiceClient({
    baseUrl: baseUrl ?? serviceAddress(station),
    credentials: station.credentials,
    ...(owner && { owner }),
    clock,
    random,
    log,
    network: networkOf(station),
    idleTimeoutMs: settings.sending.idleTimeoutSeconds * 1000,
  });
  return {
    ...client,
    reloadCredentials: () => {
      // Another process may have changed the secret store since the last read.
      station.credentials.reload();
      station.proxyLogin.reload();
      return client.reloadCredentials();
    },
  };
}
