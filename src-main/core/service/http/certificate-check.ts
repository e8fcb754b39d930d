import { once } from 'node:events';
import { request } from 'node:http';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { ServiceError } from '../service-failure.ts';
import { isLoopback } from './base-url.ts';
import { type Network, secureContext } from './network.ts';
import { ProxyAnswered, transportFailure } from './transport-failure.ts';

export interface CertificateLook {
  /** The common name and organization of the subject and of the issuer of the certificate, with control characters replaced. */
  readonly subject: string;
  readonly issuer: string;
  readonly from: Date;
  readonly until: Date;
  readonly failure: ServiceError | null;
}

/**
 * Reads the certificate of an https address, through the proxy or directly, so that a person sees which server answers there.
 * Accepts an untrusted certificate, and sends nothing but the TLS handshake. Rejects with a ServiceError if no certificate arrives.
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
    const { proxy, proxyAuthorization } = network;
    const login = viaProxy ? ((await proxyAuthorization?.()) ?? null) : null;
    const way =
      proxy !== null && viaProxy ? { socket: await tunnel(proxy, login, target, signal), host } : target;
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
    // Destroying the TLS socket destroys the TCP socket too. The reverse order crashes Node 24.
    secure?.on('error', () => undefined).destroy();
  }
}

async function tunnel(
  proxy: string,
  login: string | null,
  { host, port }: { host: string; port: number },
  signal: AbortSignal,
): Promise<Duplex> {
  const path = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
  const headers = { host: path, ...(login !== null && { 'proxy-authorization': login }) };
  const asked = request(proxy, { method: 'CONNECT', path, headers, signal, agent: false });
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

/** Returns the common name and organization (CN, O) in the subject or issuer of a certificate. `said` is untrusted text. */
function nameOf(said: string): string {
  const parts = said.split('\n').flatMap((line) => /^(?:CN|O)=(.+)$/.exec(line)?.[1] ?? []);
  const name = parts.join(', ').replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?');
  return name === '' ? 'no name' : name.slice(0, 200);
}
