import type { AppEvent } from '../../contract/events.ts';
import type { Drop } from '../../contract/views/drop.ts';
import type { Overview } from '../../contract/views/overview.ts';
import type { Clock } from '../../core/clock.ts';
import { describeError } from '../../core/log/describe-error.ts';
import { progressOf, type Underway } from '../../core/views/outbox-rows-view.ts';

const LOOK_EVERY_MS = 200;
const OVERVIEW_AT_MOST_EVERY_MS = 300;
const SIGN_OF_LIFE_MS = 5_000;

export interface FeedSource {
  /** Another text whenever something that can be shown may have changed; cheap. */
  mark(): string;
  overview(revision: number): Overview;
  underway(): Underway;
  drops(): readonly Drop[];
}

/** Tells every listener what changed: often enough to be true, seldom enough to cost nothing. */
export function createFeed(source: FeedSource, clock: Clock, fault: (error: string) => void) {
  const listeners = new Set<(event: AppEvent) => void>();
  const stopping = new AbortController();
  let revision = 1;
  let seen: string | null = null;
  let toldRevision = 0;
  let toldAt = Number.NEGATIVE_INFINITY;
  let cost = 0;
  let bytes = '[]';
  const drops = new Map<string, { mark: string; at: number }>();

  function tell(event: AppEvent): void {
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (error) {
        // One page that fails must not keep the others from hearing.
        fault(describeError(error));
      }
    }
  }

  function current(): Overview {
    const mark = source.mark();
    if (mark !== seen) revision += 1;
    seen = mark;
    const began = clock.monotonic();
    const overview = source.overview(revision);
    cost = clock.monotonic() - began;
    return overview;
  }

  function tellOverview(): void {
    const now = clock.monotonic();
    const mark = source.mark();
    if (mark !== seen) revision += 1;
    seen = mark;
    const since = now - toldAt;
    const due = revision !== toldRevision && since >= Math.max(OVERVIEW_AT_MOST_EVERY_MS, cost * 10);
    if (!due && since < Math.max(SIGN_OF_LIFE_MS, cost * 10)) return;
    const overview = current();
    toldAt = clock.monotonic();
    toldRevision = overview.revision;
    tell({ kind: 'overview', overview });
  }

  function tellProgress(): void {
    const rows = progressOf(source.underway());
    const now = JSON.stringify(rows);
    if (now === bytes) return;
    bytes = now;
    if (rows.length > 0) tell({ kind: 'progress', rows });
  }

  function tellDrops(): void {
    const open = source.drops();
    const now = clock.monotonic();
    for (const id of drops.keys()) if (!open.some((drop) => drop.id === id)) drops.delete(id);
    for (const drop of open) {
      const mark = `${drop.reading} ${drop.files.map((file) => `${file.index}${file.state}`).join()}`;
      const told = drops.get(drop.id);
      // A drop of many files is told whole, so less often while they come in.
      if (told !== undefined && (told.mark === mark || now - told.at < drop.files.length)) continue;
      drops.set(drop.id, { mark, at: now });
      tell({ kind: 'drop', drop });
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      for (const part of listeners.size > 0 ? [tellOverview, tellProgress, tellDrops] : []) {
        try {
          part();
        } catch (error) {
          fault(describeError(error));
        }
      }
      await clock.sleep(LOOK_EVERY_MS, stopping.signal);
    }
  }
  const running = run();

  return {
    tell,
    /** The overview of this moment. */
    current,
    /** Tells the overview at once, however little has changed; a little later where it cannot be had now. */
    tellOverview(): void {
      toldAt = Number.NEGATIVE_INFINITY;
      try {
        tellOverview();
      } catch (error) {
        fault(describeError(error));
      }
    },
    subscribe(listener: (event: AppEvent) => void): () => void {
      // Each subscription is one of its own, also of the same function twice.
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
