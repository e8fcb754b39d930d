import type { AppEvent } from '../../contract/events.ts';
import type { Drop } from '../../contract/views/drop.ts';
import type { Overview } from '../../contract/views/overview.ts';
import type { Clock } from '../../core/clock.ts';
import { describeError } from '../../core/log/describe-error.ts';
import { progressOf, type Underway } from '../../core/views/outbox/outbox-rows-view.ts';

const CHECK_EVERY_MS = 200;
const OVERVIEW_AT_MOST_EVERY_MS = 300;
const HEARTBEAT_MS = 5_000;

export interface FeedSource {
  /** Returns a text that changes whenever the overview may have changed. The call must be cheap, because the feed calls `mark` often. */
  mark(): string;
  overview(revision: number): Overview;
  underway(): Underway;
  drops(): readonly Drop[];
}

/** Sends changes of overview, uploads and drops to every listener. Between overviews, waits at least ten times their computing time. */
export function createFeed(source: FeedSource, clock: Clock, fault: (error: string) => void) {
  const listeners = new Set<(event: AppEvent) => void>();
  const stopping = new AbortController();
  let revision = 1;
  let seen: string | null = null;
  let sentRevision = 0;
  let sentAt = Number.NEGATIVE_INFINITY;
  let cost = 0;
  let bytes = '[]';
  const drops = new Map<string, { mark: string; at: number }>();

  function attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      fault(describeError(error));
    }
  }

  function send(event: AppEvent): void {
    // An error in the listener of one page must not keep the event from the other pages.
    for (const listener of listeners) attempt(() => listener(event));
  }

  function noteChange(): void {
    const mark = source.mark();
    if (mark !== seen) revision += 1;
    seen = mark;
  }

  function current(): Overview {
    noteChange();
    const began = clock.monotonic();
    const overview = source.overview(revision);
    cost = clock.monotonic() - began;
    return overview;
  }

  function sendOverview(): void {
    const now = clock.monotonic();
    noteChange();
    const since = now - sentAt;
    const due = revision !== sentRevision && since >= Math.max(OVERVIEW_AT_MOST_EVERY_MS, cost * 10);
    if (!due && since < Math.max(HEARTBEAT_MS, cost * 10)) return;
    const overview = current();
    sentAt = clock.monotonic();
    sentRevision = overview.revision;
    send({ kind: 'overview', overview });
  }

  function sendProgress(): void {
    const rows = progressOf(source.underway());
    const now = JSON.stringify(rows);
    if (now === bytes) return;
    bytes = now;
    if (rows.length > 0) send({ kind: 'progress', rows });
  }

  function sendDrops(): void {
    const open = source.drops();
    const now = clock.monotonic();
    for (const id of drops.keys()) if (!open.some((drop) => drop.id === id)) drops.delete(id);
    for (const drop of open) {
      const { lost, changed, unchanged } = drop.correction ?? {};
      const differs = JSON.stringify([lost, changed, unchanged]);
      const mark = `${drop.reading} ${differs} ${drop.files.map((file) => `${file.index}${file.state}`).join()}`;
      const sent = drops.get(drop.id);
      // Each event contains the whole drop, so the pause between two events of a drop is one millisecond for each file.
      if (sent !== undefined && (sent.mark === mark || now - sent.at < drop.files.length)) continue;
      drops.set(drop.id, { mark, at: now });
      send({ kind: 'drop', drop });
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (listeners.size > 0) for (const part of [sendOverview, sendProgress, sendDrops]) attempt(part);
      await clock.sleep(CHECK_EVERY_MS, stopping.signal);
    }
  }
  const running = run();

  return {
    send,
    current,
    sendOverview(): void {
      sentAt = Number.NEGATIVE_INFINITY;
      attempt(sendOverview);
    },
    subscribe(listener: (event: AppEvent) => void): () => void {
      // Each subscription needs its own function. If the same `listener` subscribed twice, the Set would contain the listener only once.
      const own = (event: AppEvent) => listener(event);
      own({ kind: 'overview', overview: current() });
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    async stop(): Promise<void> {
      stopping.abort();
      await running;
      listeners.clear();
    },
  };
}
