import type { ServerResponse } from 'node:http';
import type { Failure } from '../../contract/result.ts';

/** A request that is not carried out, and never reached the program: its status, and words for whoever sees it. */
export class Refusal extends Error {
  readonly status: number;
  readonly failure: Failure;

  constructor(status: number, code: string, message: string, next: string) {
    super(code);
    this.status = status;
    this.failure = { code, message, next };
  }
}

/** Whatever is not this program's own page. Tells nothing of what is behind it. */
export function notOurs(status: number): Refusal {
  return new Refusal(
    status,
    'request.refused',
    'Clearfolder answers only its own window. Nothing was done.',
    'Open Clearfolder with the link in the terminal where Clearfolder was started.',
  );
}

/* The page has its own words for these two: whoever does not have its key could say anything. */

export function sessionEnded(): Refusal {
  return strange('session.ended');
}

export function linkUsed(): Refusal {
  return strange('launch.used');
}

function strange(code: string): Refusal {
  return new Refusal(401, code, notOurs(401).failure.message, notOurs(401).failure.next);
}

export function unreadable(status = 400): Refusal {
  return new Refusal(
    status,
    'request.invalid',
    'Clearfolder could not read the request of this window. Nothing was changed.',
    'Reload the window and try again.',
  );
}

/** Answers before anything else has looked at the request, and hangs up. */
export function sendRefusal(response: ServerResponse, refusal: Refusal): void {
  response
    .writeHead(refusal.status, { 'Content-Type': 'application/json; charset=utf-8', Connection: 'close' })
    .end(JSON.stringify({ ok: false, error: refusal.failure }));
}
