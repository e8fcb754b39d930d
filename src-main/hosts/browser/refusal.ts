import type { ServerResponse } from 'node:http';
import { failureOf } from '../../contract/result.ts';
import { type Said, say } from '../../contract/say.ts';

/** The refusal of a request before the request reaches the app: the HTTP status and the message of the response. */
export class Refusal extends Error {
  readonly status: number;
  readonly failure: ReturnType<typeof failureOf>;

  constructor(status: number, code: string, message: Said, next: Said) {
    super(code);
    this.status = status;
    this.failure = failureOf(code, message, next);
  }
}

/** Returns the refusal of a request that did not come from our own page. The message reveals nothing about the server. */
export function notOurs(status: number): Refusal {
  return new Refusal(
    status,
    'request.refused',
    say('app.acceptsRequestsWindow'),
    say('app.openLinkTerminalWhere'),
  );
}

export function unreadable(status = 400): Refusal {
  return new Refusal(
    status,
    'request.invalid',
    say('app.cannotReadRequestWindow'),
    say('app.reloadWindowTryAgain'),
  );
}

/** Sends the refusal without the router, and closes the connection. */
export function sendRefusal(response: ServerResponse, refusal: Refusal): void {
  response
    .writeHead(refusal.status, { 'Content-Type': 'application/json; charset=utf-8', Connection: 'close' })
    .end(JSON.stringify({ ok: false, error: refusal.failure }));
}
