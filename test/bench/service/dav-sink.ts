import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Where `rclone` puts files: as much of WebDAV as it asks for. Reads and hashes each body as the creates are; keeps nothing. */
export function createDavSink(root: string) {
  const sizes = new Map<string, number>();
  let lastAt: number | null = null;

  const entry = (path: string, size: number | null) =>
    `<d:response><d:href>${path}</d:href><d:propstat><d:prop>${
      size === null
        ? '<d:resourcetype><d:collection/></d:resourcetype>'
        : `<d:resourcetype/><d:getcontentlength>${size}</d:getcontentlength>`
    }<d:getlastmodified>Thu, 01 Jan 2026 00:00:00 GMT</d:getlastmodified></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`;

  function found(path: string): string | null {
    const size = sizes.get(path);
    if (size !== undefined) return entry(path, size);
    if (path.replace(/\/$/, '') !== root) return null;
    return [entry(`${root}/`, null), ...[...sizes].map(([name, bytes]) => entry(name, bytes))].join('');
  }

  async function take(req: IncomingMessage, path: string): Promise<number> {
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of req) {
      const bytes: Uint8Array = chunk;
      hash.update(bytes);
      size += bytes.length;
    }
    hash.digest();
    sizes.set(path, size);
    lastAt = Date.now();
    return 201;
  }

  return {
    taken: () => ({ files: sizes.size, last_at: lastAt }),
    answer: async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
      const path = new URL(req.url ?? '/', 'http://127.0.0.1').pathname;
      if (req.method === 'PUT') {
        res.writeHead(await take(req, path)).end();
        return;
      }
      req.resume();
      if (req.method === 'MKCOL') res.writeHead(405).end();
      else if (req.method === 'PROPFIND') {
        const entries = found(path);
        if (entries === null) res.writeHead(404).end();
        else
          res
            .writeHead(207, { 'content-type': 'application/xml' })
            .end(`<?xml version="1.0"?><d:multistatus xmlns:d="DAV:">${entries}</d:multistatus>`);
      } else res.writeHead(405).end();
    },
  };
}
