import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { AppEvent } from '../../contract/events.ts';
import { type ServerContext, sessionOf } from './server-context.ts';
import type { Session } from './sessions.ts';

const HEARTBEAT_MS = 5_000;

/**
 * `GET /api/events`: frames with a line of JSON for every event, for as long as the page and its session last; empty lines are
 * signs of life. Not a socket upgrade, so that every rule for requests holds for it.
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
  const queue = createEventQueue();
  const gone = new AbortController();
  let wake = new AbortController();
  const endListening = sessions.listen(session);
  const unsubscribe = app.subscribe((event) => {
    queue.add(event);
    wake.abort();
  });
  // A reader that has gone is noticed also while nothing is written.
  response.once('close', () => {
    gone.abort();
    wake.abort();
  });
  try {
    while (!gone.signal.aborted && sessions.lasts(session)) {
      const events = queue.takeAll();
      yield events.length === 0 ? '\n' : events.map((event) => `${JSON.stringify(event)}\n`).join('');
      await clock.sleep(HEARTBEAT_MS, wake.signal);
      if (!gone.signal.aborted) wake = new AbortController();
    }
  } finally {
    unsubscribe();
    endListening();
  }
}

/** Events that wait for a page which reads slowly: of what replaces itself, the newest alone. */
export interface EventQueue {
  add(event: AppEvent): void;
  takeAll(): AppEvent[];
}

export function createEventQueue(): EventQueue {
  let waiting = new Map<string, AppEvent>();
  let order = 0;
  const keyOf = (event: AppEvent): string => {
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
        return `go ${order++}`;
    }
  };
  return {
    add: (event) => {
      const key = keyOf(event);
      waiting.delete(key);
      waiting.set(key, event);
    },
    takeAll: () => {
      const events = [...waiting.values()];
      waiting = new Map();
      return events;
    },
  };
}
