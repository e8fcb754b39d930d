import type { IncomingMessage } from 'node:http';
import { notOurs, type Refusal } from './refusal.ts';

/** What of a request decides whether it is looked at. */
type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'rawHeaders'>;

/**
 * The rules that every request meets before anything else sees it, also for files and upgrades: the address it was sent to
 * (against DNS rebinding), the method, the page it comes from, and what it carries. Null where it may go on.
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
  // A sealed body. A browser asks first before another site may send this type, and what asks first is refused.
  if (method === 'POST' && headers['content-type'] !== 'application/octet-stream') return notOurs(415);
  return null;
}

/** Said twice, these mean one thing to one reader and another to the next. */
const DECISIVE = ['origin', 'authorization', 'content-type', 'sec-fetch-site'];

function ownHosts(port: number): string[] {
  return ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port}`);
}

/** The value of a header that may be there once only; Node itself shows the first of several. */
function onlyHeader({ rawHeaders }: Asked, name: string): string | null {
  const values = rawHeaders.filter(
    (_value, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name,
  );
  return values.length === 1 ? (values[0] ?? null) : null;
}
