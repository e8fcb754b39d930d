import { once } from 'node:events';
import { request } from 'node:http';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { ServiceError } from '../service-failure.ts';
import { isLoopback } from './base-url.ts';
import { type Network, secureContext } from './network.ts';
import { ProxyAnswered, transportFailure } from './transport-failure.ts';

/** The certificate that answers for a host, and whether it is believed. */
export interface CertificateLook {
  /** For whom it is, who issued it: as it says itself, made harmless to show. */
  readonly subject: string;
  readonly issuer: string;
  readonly from: Date;
  readonly until: Date;
  /** Why it is not believed; null where it is. */
  readonly failure: ServiceError | null;
}

/**
 * Looks who answers at an https address, the way calls go. Nothing is sent but the greeting of TLS: this is the one connection
 * that is made to somebody who is not believed, so that a person can be told who it is.
 * Rejects with a ServiceError where no certificate was seen.
 */
export async function lookAtCertificate(
  address: string,
  network: Network,
  timeoutMs: number,
): Promise<CertificateLook> {
  const { hostname, port } = new URL(address);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const viaProxy = network.proxy !== null && !isLoopback(hostname);
  const signal = AbortSignal.timeout(timeoutMs);
  let secure: TLSSocket | null = null;
  try {
    const target = { host, port: Number(port || 443) };
    const { proxy } = network;
    const way = proxy !== null && viaProxy ? { socket: await tunnel(proxy, target, signal), host } : target;
    secure = connectTls({
      ...way,
      ...(isIP(host) === 0 && { servername: host }),
      secureContext: secureContext(network.extraCa),
      rejectUnauthorized: false,
    });
    await once(secure, 'secureConnect', { signal });
    return readCertificate(secure, viaProxy);
  } catch (error) {
    const known = signal.aborted ? { code: 'UND_ERR_CONNECT_TIMEOUT' } : error;
    throw error instanceof ServiceError ? error : new ServiceError(transportFailure(known, false, viaProxy));
  } finally {
    // With it goes what it lies on, which must not be destroyed first: Node 24 does not survive that.
    secure?.on('error', () => undefined).destroy();
  }
}

async function tunnel(
  proxy: string,
  { host, port }: { host: string; port: number },
  signal: AbortSignal,
): Promise<Duplex> {
  const path = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
  const asked = request(proxy, { method: 'CONNECT', path, headers: { host: path }, signal, agent: false });
  asked.end();
  const [answer, socket] = await once(asked, 'connect');
  if (answer.statusCode === 200) return socket;
  socket.destroy();
  throw new ProxyAnswered(answer.statusCode);
}

function readCertificate(secure: TLSSocket, viaProxy: boolean): CertificateLook {
  const shown = secure.getPeerX509Certificate();
  if (shown === undefined) throw new ServiceError(transportFailure(null, false, viaProxy));
  const code: unknown = secure.authorizationError;
  return {
    subject: nameOf(shown.subject),
    issuer: nameOf(shown.issuer),
    from: new Date(shown.validFrom),
    until: new Date(shown.validTo),
    failure: secure.authorized ? null : new ServiceError(transportFailure({ code }, false, viaProxy)),
  };
}

/** The names in a subject or issuer, which anybody may have written. */
function nameOf(said: string): string {
  const parts = said.split('\n').flatMap((line) => /^(?:CN|O)=(.+)$/.exec(line)?.[1] ?? []);
  const name = parts.join(', ').replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?');
  return name === '' ? 'no name' : name.slice(0, 200);
}
