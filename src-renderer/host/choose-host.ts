import { BRIDGE_NAME } from '../../src-main/contract/bridge.ts';
import { createBrowserHost } from './browser-host.ts';
import { createDesktopHost } from './desktop-host.ts';
import type { Host } from './host.ts';

/** The host of this page: the bridge of the preload script if there is one, else the loopback server. */
export async function chooseHost(): Promise<Host> {
  return BRIDGE_NAME in window ? createDesktopHost() : await createBrowserHost();
}
