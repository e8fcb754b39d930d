import type { FastifyInstance } from 'fastify';
import { tokenHash } from '../access/api-secret.ts';
import type { HttpContext } from './context.ts';
import { refusal } from './problem.ts';

/** Makes every route of this scope, known or not, ask for a living bearer token (docs/service.md 5, rule 1). */
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
