import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { isSameSecret, newToken, tokenHash, uidOf } from '../access/api-secret.ts';
import type { HttpContext } from './context.ts';
import { refusal, validated } from './problem.ts';

const DAY_MS = 86_400_000;
const Body = z.object({ api_secret: z.string() });

/** `POST /auth/get_token` (docs/service.md 4.1). The only endpoint under the base path without a bearer token. */
export function tokenRoute(scope: FastifyInstance, context: HttpContext): void {
  const { stores, settings, exchanges } = context;
  scope.post('/auth/get_token', async (request) => {
    const secret = validated(Body, request.body, 'body').api_secret;
    const uid = uidOf(secret);
    if (uid === null) throw refusal(400, 'The api_secret must have the form provider:uid:secret.');
    const wait = exchanges.attempt(uid);
    if (wait !== null) {
      throw refusal(429, 'Too many token exchanges; wait before the next one.', {
        'retry-after': String(wait),
      });
    }
    const organisation = stores.organisations.byUid(uid);
    if (!organisation || !isSameSecret(organisation.secret, secret)) {
      throw refusal(403, 'The api_secret is invalid, obsolete or revoked.');
    }
    const token = newToken();
    const expires = settings.clock().getTime() + settings.tokenDays * DAY_MS;
    stores.organisations.addToken(tokenHash(token), organisation.id, expires);
    return {
      token,
      org_settings: {
        name: organisation.name,
        external_callback_enabled: organisation.callbacks,
        external_read_enabled: organisation.reads,
      },
    };
  });
}
