import type { Redirect } from '../../contract/redirect.ts';
import type { Settings } from '../../contract/settings.ts';
import type { Station } from '../../core/installation/open-station.ts';
import type { Exchanged } from '../../core/secrets/credential-store.ts';
import type { StoredWait } from '../../core/service/service-client.ts';

/** A service that accepted a test of the sign-in. `connect.finish` later saves this service. */
export interface Tested {
  readonly id: string;
  /** The settings that were in use during the test. */
  readonly before: Settings;
  /** The station as `openStation` returns it for the settings that will be saved. */
  readonly station: Station;
  /** The accepted api_secret; null if CLEARFOLDER_API_SECRET provides the api_secret. */
  readonly secret: string | null;
  readonly exchanged: Exchanged;
  /** The user name and password that the person typed for a proxy; null if the person typed none. */
  readonly proxyLogin: { readonly proxy: string; readonly user: string; readonly password: string } | null;
}

/**
 * The connection that a person prepares in the app. These values exist only in memory, so that a canceled connection leaves nothing on the
 * disk.
 */
export interface Connecting {
  tested: Tested | null;
  /** The redirects that a person confirmed for the prepared connection (I9). */
  confirmed: readonly Redirect[];
  /** The pause that a service demanded after a test, with the origin of that service (docs/service.md 5.4). */
  wait: { readonly origin: string; readonly wait: StoredWait } | null;
  /** The environments that the dialog looked at since it was opened. Each has a folder, which is empty until a person connects. */
  readonly environments: Set<string>;
  /** The number of the newest test. A canceled test must not come back with a late answer. */
  turn: number;
}

export const createConnecting = (): Connecting => ({
  tested: null,
  confirmed: [],
  wait: null,
  environments: new Set(),
  turn: 0,
});
