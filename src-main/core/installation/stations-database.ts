import { randomUUID } from 'node:crypto';
import { isLoopback } from '../../contract/settings.ts';
import type { Coordinate } from '../folders/folders.ts';
import { stationsLogin } from '../secrets/stations-login.ts';
import { type Network, trustedCertificates } from '../service/http/network.ts';
import type { DatabaseAddress } from '../stations/postgres/database.ts';
import type { Station } from './open-station.ts';

/** Returns how to connect to the stations' database; null in practice mode, or if the settings name no database. */
export function stationsDatabase(
  { settings, secrets, name }: Pick<Station, 'settings' | 'secrets' | 'name'>,
  { extraCa }: Pick<Network, 'extraCa'>,
  version: string,
): DatabaseAddress | null {
  const url = settings.stations.postgres;
  if (url === null || settings.environment === 'practice') return null;
  return {
    url,
    password: () => stationsLogin(secrets).password(url),
    tls: isLoopback(new URL(url).hostname)
      ? false
      : { ca: trustedCertificates(extraCa), minVersion: 'TLSv1.2' },
    application: `clearfolder/${version} ${name}`.slice(0, 63),
  };
}

/** Returns the function that creates the coordinator of the stations; null in practice mode, or if the settings name no database. */
export async function coordinateBy(
  station: Station,
  network: Pick<Network, 'extraCa'>,
  version: string,
): Promise<Coordinate | null> {
  const address = stationsDatabase(station, network, version);
  if (address === null) return null;
  // The import is here, so that a station without a database does not load the PostgreSQL driver.
  const { createPostgresCoordinator } = await import('../stations/postgres/coordinator.ts');
  const passphrase = () => stationsLogin(station.secrets).passphrase();
  const word = randomUUID();
  return (wiring) => createPostgresCoordinator({ ...wiring, address, passphrase, version, word });
}
