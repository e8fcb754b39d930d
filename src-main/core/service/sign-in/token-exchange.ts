import type { NetworkProblemCode } from '../../../contract/problem.ts';
import { isSuccess, readAnswer } from '../answer.ts';
import { jsonBody } from '../calls.ts';
import type { Transport } from '../http/transport.ts';
import { readRefusal } from '../refusal.ts';
import { type OrgSettings, tokenAnswerSchema } from '../schemas.ts';
import { ServiceError } from '../service-failure.ts';

/** The result of one token exchange (docs/service.md 5.3, 5.4). */
export type TokenExchangeResult =
  | { kind: 'token'; token: string; orgSettings: OrgSettings }
  | { kind: 'refused'; status: number; detail: string | null }
  /** `askedMs` is the delay the service named. `limited` is its "too many attempts". */
  | NotNow;

interface NotNow {
  readonly kind: 'not-now';
  readonly limited: boolean;
  readonly askedMs: number | null;
  readonly cause: string;
  readonly obstacle?: NetworkProblemCode;
}

export type TokenExchange = (
  secret: string,
  conceal: (text: string) => string,
) => Promise<TokenExchangeResult>;

/** The exchange over HTTP. Never rejects: every fault is `not-now`. */
export function createTokenExchange(
  transport: Transport,
  base: { origin: string; path: string },
  now: () => number,
): TokenExchange {
  return async (secret, conceal) => {
    try {
      const body = jsonBody({ api_secret: secret });
      const answer = await transport.send({
        method: 'POST',
        origin: base.origin,
        path: `${base.path}/auth/get_token`,
        headers: { accept: 'application/json', 'content-type': body.contentType },
        body: body.open(),
      });
      if (isSuccess(answer)) {
        const { token, org_settings: orgSettings } = readAnswer(answer, tokenAnswerSchema);
        // Other characters cannot stand in a header, so every call would fail without a visible reason.
        if (/^[\x21-\x7e]+$/.test(token)) return { kind: 'token', token, orgSettings };
        return notNow('the service gave a token that cannot be used');
      }
      const failure = readRefusal(answer, { changesTask: false, nowMs: now(), conceal });
      if (failure.kind !== 'refused') return notNow('the service gave no token');
      const { status, detail, retryAfterMs } = failure;
      // docs/service.md 7 gives these statuses a body. A status without that body comes from a gateway and says nothing about
      // the secret.
      if ((status === 400 || status === 401 || status === 403) && detail !== null)
        return { kind: 'refused', status, detail };
      const cause =
        status === 429
          ? 'the service takes no more sign-in attempts for now'
          : `the service gave no token (status ${status})`;
      return { kind: 'not-now', limited: status === 429, askedMs: retryAfterMs, cause };
    } catch (error) {
      const failure = error instanceof ServiceError ? error.failure : null;
      const words = notNow(failure && 'cause' in failure ? failure.cause : 'the sign-in failed');
      const obstacle = failure?.kind === 'not-sent' ? failure.obstacle : undefined;
      return obstacle === undefined ? words : { ...words, obstacle };
    }
  };
}

function notNow(cause: string): NotNow {
  return { kind: 'not-now', limited: false, askedMs: null, cause };
}
