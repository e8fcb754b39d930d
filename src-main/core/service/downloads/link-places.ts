import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { isLoopback } from '../http/base-url.ts';
import { type HostClass, hostClass } from '../http/host-class.ts';
import { ServiceError } from '../service-failure.ts';

/** Why the client refuses a download link or stops the download. */
const CAUSES = {
  unprotected: 'the download link is not protected',
  place: 'the download link leads into a network that the service is not in',
  'too-large': 'the download link gave more than is taken',
} as const;

/** The client refused a download link of the service. The error carries no address (I9). */
export class LinkRefused extends ServiceError {
  readonly fault: keyof typeof CAUSES;

  constructor(fault: keyof typeof CAUSES) {
    super({ kind: 'unreadable', status: 200, cause: CAUSES[fault] });
    this.name = 'LinkRefused';
    this.fault = fault;
  }
}

export type ResolveName = (name: string) => Promise<LookupAddress[]>;

/**
 * The hosts that a download link may name: public addresses, addresses of the class of the service (`HostClass`), and the service itself.
 * Otherwise a hostile service could make this station call programs on this computer or in its network. If any address of the service is
 * public, only the class `public` counts, because a hostile service could add a private address to its own host name.
 */
export interface LinkPlaces {
  /** Checks a host that is an IP address; `lookup` checks names. @throws LinkRefused if the address is forbidden */
  check(host: string): Promise<void>;
  /** Resolves and checks a host name for the connection itself, so that no address changes after the check. */
  readonly lookup: LookupFunction;
}

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
    // The host name of the service itself is always allowed, because TLS proves the identity of the service.
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

/** Returns the host of a URL; an IPv6 address without its brackets. */
function bare(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}
