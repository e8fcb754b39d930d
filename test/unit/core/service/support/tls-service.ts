import type { IncomingMessage } from 'node:http';
import { createServer, type ServerOptions } from 'node:https';
import { onTestFinished } from 'vitest';
import type { Certificate } from '../../../../support/certificates.ts';
import { closeServer, listenOnLoopback } from '../../../../support/loopback.ts';
import { GOOD_TOKEN, ITEM_UUID, json, TASK } from './raw-service.ts';

/** A service over TLS that signs in, takes creates and gives one document, whose link leads to `linkOrigin`. */
export async function tlsService(
  certificate: Certificate,
  { linkOrigin, onCreate, ...tls }: ServerOptions & { linkOrigin?: () => string; onCreate?: () => void } = {},
) {
  /** Requests that were understood, with what they carried. */
  const seen: { url: string; headers: IncomingMessage['headers'] }[] = [];
  /** Connections that got as far as being TLS for the server. */
  let secured = 0;
  const server = createServer({ ...certificate, ...tls }, (request, response) => {
    const url = request.url ?? '';
    seen.push({ url, headers: request.headers });
    request.resume();
    request.on('end', () => {
      if (url.startsWith('/document')) response.end('%PDF-1.4 the document');
      else if (url.endsWith('/auth/get_token')) json(response, 200, GOOD_TOKEN);
      else if (url.endsWith('/get_link'))
        json(response, 200, {
          file_name: 'letter.pdf',
          url: `${linkOrigin?.() ?? ''}/document?signature=abc`,
          uuid: ITEM_UUID,
        });
      else if (onCreate !== undefined) onCreate();
      else json(response, 200, TASK);
    });
  });
  server.on('secureConnection', () => {
    secured += 1;
  });
  server.on('tlsClientError', () => undefined);
  const port = await listenOnLoopback(server);
  onTestFinished(() => closeServer(server));
  return { port, seen, secured: () => secured };
}
