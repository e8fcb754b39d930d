import type { Overview } from '../../contract/views/overview.ts';
import type { Clock } from '../../core/clock.ts';
import type { Ledger } from '../../core/ledger/db/ledger.ts';
import type { EngineStanding } from '../../core/views/overview-connection.ts';
import { overviewView } from '../../core/views/overview-view.ts';
import { describeFailure } from '../headless/describe-failure.ts';
import type { RunningEngine } from '../headless/run-engine.ts';
import type { FeedSource } from './overview-feed.ts';
import type { ServiceProbe } from './service-probe.ts';
import type { Supervisor } from './supervisor.ts';

/** Less than this is no change of a plan: the next look is computed from two clocks. */
const PLAN_MS = 1_500;

/** What the feed tells of, read from whatever runs. */
export function createOverviewSource({
  supervisor,
  probe,
  clock,
  changes,
}: {
  supervisor: Supervisor;
  probe: ServiceProbe;
  clock: Clock;
  /** How often somebody said that something changed. */
  changes: () => number;
}): FeedSource {
  let planned = 0;
  let last: Overview | null = null;
  let connections = 0;
  let connection: Ledger | null = null;

  function standingOf({ engine, client }: RunningEngine): EngineStanding {
    const tracking = probe.complete(client, engine.tracker.status());
    return { tracking, lanes: engine.outbox.lanes(), lookedThrough: engine.intake.lookedThrough };
  }

  function mark(): string {
    const ledger = supervisor.ledger();
    if (ledger !== connection) connections += 1;
    connection = ledger;
    const standing = supervisor.standing();
    const engine = standing.state === 'running' ? standingOf(standing.running) : null;
    const next = engine?.tracking.nextAt ?? 0;
    if (Math.abs(next - planned) >= PLAN_MS) planned = next;
    return JSON.stringify([
      changes(),
      standing.state,
      connections,
      ledger === null ? null : [ledger.ownChanges(), ledger.dataVersion()],
      engine === null ? null : [{ ...engine.tracking, nextAt: planned }, engine.lanes],
    ]);
  }

  function overview(revision: number): Overview {
    const now = clock.now();
    const standing = supervisor.standing();
    const ledger = supervisor.ledger();
    if (ledger === null && standing.state === 'starting' && last !== null) {
      // Between two engines nothing can be read, and nothing has changed either.
      const { confirmed_at } = last.connection;
      const connection = { state: 'starting', confirmed_at, next_try_at: null, problem: null } as const;
      return { ...last, revision, now: new Date(now).toISOString(), connection };
    }
    const running = standing.state === 'running' ? standing.running : null;
    const parts = {
      now,
      revision,
      ...names(),
      engine:
        standing.state === 'running'
          ? {
              ...standingOf(standing.running),
              underway: standing.running.engine.outbox.sending(),
            }
          : null,
      failure: standing.state === 'stopped' ? standing.failure : null,
      drops: running?.engine.drops.list().filter((drop) => drop.task === null).length ?? 0,
    };
    try {
      last = overviewView({ ...parts, ledger });
    } catch (error) {
      // What cannot be shown is said, in the place where the worst is said.
      last = overviewView({ ...parts, ledger: null, failure: describeFailure(error) });
    }
    return last;
  }

  function names() {
    try {
      const { name, settings } = supervisor.station();
      const { environment, folders: rules, copies } = settings;
      return {
        station: name,
        environment,
        rules,
        copies: environment === 'practice' ? null : (copies?.folder ?? null),
      };
    } catch {
      return { station: '', environment: '', rules: [], copies: null };
    }
  }

  return {
    mark,
    overview,
    underway: () => {
      const standing = supervisor.standing();
      return standing.state === 'running' ? standing.running.engine.outbox.sending() : [];
    },
    drops: () => {
      const standing = supervisor.standing();
      return standing.state === 'running' ? standing.running.engine.drops.list() : [];
    },
  };
}
