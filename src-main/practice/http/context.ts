import type { FastifyInstance, FastifyRequest } from 'fastify';
import { tokenHash } from '../access/api-secret.ts';
import type { ExchangeLimiter } from '../access/exchange-limit.ts';
import type { SignedLinks } from '../access/signed-links.ts';
import type { PracticeSettings } from '../options.ts';
import type { Organisation } from '../storage/organisation-table.ts';
import type { Stores } from '../storage/stores.ts';
import type { TaskRow } from '../storage/task-table.ts';
import type { TaskService } from '../task-service.ts';
import { refusal, validated } from './problem.ts';
import { JsonObject, Uuid } from './values.ts';

export interface HttpContext {
  readonly settings: PracticeSettings;
  readonly stores: Stores;
  readonly desk: TaskService;
  readonly links: SignedLinks;
  readonly exchanges: ExchangeLimiter;
  /** Returns `http://127.0.0.1:<port>`. Must be called only after the server has started to listen. */
  readonly origin: () => string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The organization that the bearer token of the request belongs to; null on a route that requires no token. */
    organisation: Organisation | null;
  }
}

/** Returns the organization of the request. @throws a 401 Problem if the route requires no token */
export function organisationOf(request: FastifyRequest): Organisation {
  if (request.organisation === null) throw refusal(401, 'Not authenticated');
  return request.organisation;
}

/** Returns the uuid in the path parameter `name`. @throws a 422 Problem if the path parameter is not a uuid */
export function pathUuid(request: FastifyRequest, name: string): string {
  return validated(Uuid, JsonObject.parse(request.params)[name], 'path', { at: [name] });
}

/** Returns the row of the Task with this uuid. @throws a 404 Problem if the organization of the request has no such Task */
export function taskOf(context: HttpContext, request: FastifyRequest, uuid: string): TaskRow {
  const task = context.stores.tasks.byUuid(organisationOf(request).id, uuid);
  if (!task) throw refusal(404, `No Task ${uuid} was found.`);
  return task;
}

/** Makes every path of `scope` require a valid bearer token, even a path without an endpoint (docs/service.md 5, rule 1). */
export function requireBearer(scope: FastifyInstance, context: HttpContext): void {
  const { stores, settings } = context;
  scope.addHook('onRequest', async (request) => {
    const [, token] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    if (token === undefined) throw unauthorized('Not authenticated');
    const organisation = stores.organisations.byToken(tokenHash(token), settings.clock().getTime());
    if (!organisation) throw unauthorized('Invalid or expired token');
    request.organisation = organisation;
  });
}

function unauthorized(detail: string) {
  return refusal(401, detail, { 'www-authenticate': 'Bearer' });
}
