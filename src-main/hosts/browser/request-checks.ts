import type { IncomingMessage } from 'node:http';
import { notOurs, type Refusal } from './refusal.ts';

type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'rawHeaders'>;

/**
 * Checks every request before the router, also for files and upgrades: Host (against DNS rebinding), method, Origin and content type.
 * Returns the refusal, or null for an allowed request.
 */
export function checkRequest(request: Asked, port: number): Refusal | null {
  const { method = '', url = '', headers } = request;
  const host = onlyHeader(request, 'host');
  if (DECISIVE.some((name) => onlyHeader(request, name) === null && name in headers)) return notOurs(403);
  if (host === null || !ownHosts(port).includes(host) || !url.startsWith('/')) return notOurs(403);
  if (!['GET', 'POST'].includes(method)) return notOurs(405);
  const { origin } = headers;
  if (origin === undefined ? method !== 'GET' : origin !== `http://${host}`) return notOurs(403);
  const site = headers['sec-fetch-site'];
  const navigation = site === 'none' && method === 'GET' && url === '/';
  if (site !== undefined && site !== 'same-origin' && !navigation) return notOurs(403);
  // Sealed bodies have this type. For this type a browser sends a preflight before a request of another site, and a preflight is refused.
  if (method === 'POST' && headers['content-type'] !== 'application/octet-stream') return notOurs(415);
  return null;
}

/** Two readers may choose different values of a header that is sent twice, so a repeated header is refused. */
const DECISIVE = ['origin', 'authorization', 'content-type', 'sec-fetch-site'];

function ownHosts(port: number): string[] {
  return ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port}`);
}

/** The value of a header that was sent exactly once, else null. Node's `headers` hides repetitions. */
function onlyHeader({ rawHeaders }: Asked, name: string): string | null {
  const values = rawHeaders.filter(
    (_value, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name,
  );
  return values.length === 1 ? (values[0] ?? null) : null;
}
