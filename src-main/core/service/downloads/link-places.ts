import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { isLoopback } from '../http/base-url.ts';
import { type HostClass, hostClass } from '../http/host-class.ts';
import { LinkRefused } from './link-refused.ts';

/** Gives every address of a name, as `node:dns` does. */
export type ResolveName = (name: string) => Promise<LookupAddress[]>;

/**
 * Where the host of a download link may be: at a public address, at one of the same class as the service that named the
 * link, or the host of the service itself. Else a hostile service could make this station ask programs of this computer or its
 * network. A hostile service also says itself to which addresses its name leads: a name that leads to a public address among
 * others counts as public, and only a service that the settings name as this computer may name this computer.
 */
export interface LinkPlaces {
  /** Rejects with LinkRefused where the host of a URL is an IP address that is not allowed; names are checked by `lookup`. */
  check(host: string): Promise<void>;
  /** Resolves a name for the very connection that is made, so that a name cannot lead elsewhere after the check. */
  readonly lookup: LookupFunction;
}

/** `serviceHost`: the host name of the service's URL. */
export function createLinkPlaces(
  serviceHost: string,
  resolve: ResolveName = (name) => lookup(name, { all: true }),
): LinkPlaces {
  const classesOfService = async (): Promise<ReadonlySet<HostClass | null>> => {
    const own = bare(serviceHost);
    const addresses = isIP(own) === 0 ? await resolve(own) : [{ address: own }];
    const classes = new Set(addresses.map(({ address }) => hostClass(address)));
    if (classes.has('public')) return new Set();
    if (!isLoopback(serviceHost)) classes.delete('loopback');
    return classes;
  };
  const isAllowed = async (address: string): Promise<boolean> => {
    const kind = hostClass(address);
    return kind === 'public' || (kind !== null && (await classesOfService()).has(kind));
  };
  const allowed = async (name: string) => {
    const found = await resolve(name);
    // Over TLS alone, which the service has to prove to be.
    if (name === serviceHost) return found;
    const fits = await Promise.all(found.map(({ address }) => isAllowed(address)));
    const left = found.filter((_, index) => fits[index]);
    if (found.length > 0 && left.length === 0) throw new LinkRefused('place');
    return left;
  };
  return {
    check: async (host) => {
      const address = bare(host);
      if (isIP(address) !== 0 && !(await isAllowed(address))) throw new LinkRefused('place');
    },
    lookup: (name, options, callback) => {
      allowed(name).then(
        (left) => {
          const [first] = left;
          if (first === undefined)
            callback(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), '');
          else if (options.all) callback(null, left);
          else callback(null, first.address, first.family);
        },
        (error: NodeJS.ErrnoException) => callback(error, ''),
      );
    },
  };
}

/** The host of a URL without the brackets of an IPv6 address. */
function bare(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}
