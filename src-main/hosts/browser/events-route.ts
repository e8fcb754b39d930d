import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { AppEvent } from '../../contract/events.ts';
import { type ServerContext, sessionOf } from './server-context.ts';
import type { Session } from './sessions.ts';

const HEARTBEAT_MS = 5_000;

/**
 * `GET /api/events`: frames with a line of JSON for every event, until the page or its session ends. Empty lines are heartbeats. The route
 * is no socket upgrade, so that every rule for requests applies.
 */
export function eventsRoute(server: FastifyInstance, context: ServerContext): void {
  server.get('/api/events', async (request, reply) => {
    const session = await sessionOf(request, context);
    const lines = eventLines(context, session, reply.raw);
    return reply.send(Readable.from(lines));
  });
}

async function* eventLines(
  { app, clock, sessions }: ServerContext,
  session: Session,
  response: ServerResponse,
): AsyncGenerator<string> {
  const waiting = new Map<string, AppEvent>();
  let count = 0;
  const gone = new AbortController();
  let wake = new AbortController();
  const endListening = sessions.listen(session);
  const unsubscribe = app.subscribe((event) => {
    const key = keyOf(event, count++);
    waiting.delete(key);
    waiting.set(key, event);
    wake.abort();
  });
  // Without this listener, a closed connection would show only at the next write.
  response.once('close', () => {
    gone.abort();
    wake.abort();
  });
  try {
    while (!gone.signal.aborted && sessions.lasts(session)) {
      const events = [...waiting.values()];
      waiting.clear();
      yield events.length === 0 ? '\n' : events.map((event) => `${JSON.stringify(event)}\n`).join('');
      await clock.sleep(HEARTBEAT_MS, wake.signal);
      if (!gone.signal.aborted) wake = new AbortController();
    }
  } finally {
    unsubscribe();
    endListening();
  }
}

/** Events with the same key replace each other while a slow page has not read the events. */
function keyOf(event: AppEvent, count: number): string {
  switch (event.kind) {
    case 'overview':
    case 'progress':
    case 'preferences':
    case 'lock':
    case 'confirm':
      return event.kind;
    case 'drop':
      return `drop ${event.drop.id}`;
    case 'go':
      return `go ${count}`;
  }
}
