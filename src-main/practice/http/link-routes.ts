import type { FastifyInstance } from 'fastify';
import { type HttpContext, pathUuid, taskOf } from './context.ts';
import { refusal } from './problem.ts';

const FALLBACK_NAME = 'document';

/** `GET /task/{task_uuid}/data_item/{data_item_uuid}/get_link` (docs/service.md 4.7). */
export function linkRoute(scope: FastifyInstance, context: HttpContext): void {
  const { stores, links, origin } = context;
  scope.get('/task/:task_uuid/data_item/:data_item_uuid/get_link', async (request) => {
    const taskUuid = pathUuid(request, 'task_uuid');
    const itemUuid = pathUuid(request, 'data_item_uuid');
    const task = taskOf(context, request, taskUuid);
    const item = stores.items.byUuid(itemUuid);
    if (!item || item.task_id !== task.id) throw refusal(404, `The Task has no data item ${itemUuid}.`);
    if (item.kind !== 'file') throw refusal(400, `Data item ${itemUuid} is not a file.`);
    return {
      file_name: item.name ?? FALLBACK_NAME,
      url: `${origin()}/download/${item.uuid}?${links.sign(item.uuid)}`,
      uuid: item.uuid,
    };
  });
}

/** Serves the file behind a signed link. As at a storage provider, the path is outside `/public/v1`. */
export function downloadRoute(scope: FastifyInstance, { stores, links }: HttpContext): void {
  scope.get('/download/:item_uuid', async (request, reply) => {
    // The signature is the only credential. The service refuses a request with a token, because the client has leaked the token.
    if (request.headers.authorization !== undefined) {
      throw refusal(400, 'A pre-signed link takes no Authorization header.');
    }
    const uuid = pathUuid(request, 'item_uuid');
    if (!links.opens(uuid, request.query)) throw refusal(403, 'The link is not valid or has expired.');
    const item = stores.items.byUuid(uuid);
    if (!item || item.blob === null) throw refusal(404, 'The document is no longer there.');
    return reply
      .header('content-type', item.media_type)
      .header('content-length', item.size)
      .header('content-disposition', disposition(item.name ?? FALLBACK_NAME))
      .header('cache-control', 'no-store')
      .send(stores.blobs.stream(item.blob));
  });
}

function disposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
