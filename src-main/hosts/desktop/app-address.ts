import type { CustomScheme } from 'electron';

export const SCHEME = 'app';
const HOST = 'clearfolder';
export const START_PAGE = `${SCHEME}://${HOST}/`;

/** To be registered before Electron is ready: an origin of its own, treated as https is. */
export const PRIVILEGED_SCHEME: CustomScheme = {
  scheme: SCHEME,
  privileges: { standard: true, secure: true, supportFetchAPI: true },
};

/**
 * Whether an address is one of the program's own pages. Protocol and host are compared, because the origin of every
 * address with a scheme of its own reads "null" and would make all of them equal.
 */
export function isOwnAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host } = new URL(address);
  return protocol === `${SCHEME}:` && host === HOST;
}
