import { isDraft } from '../../contract/views/drop.ts';
import type { Overview } from '../../contract/views/overview.ts';
import type { Clock } from '../../core/clock.ts';
import type { Ledger } from '../../core/ledger/db/ledger.ts';
import { clockProblem } from '../../core/views/overview/connection.ts';
import { overviewView } from '../../core/views/overview/overview-view.ts';
import { describeFailure } from '../headless/describe-failure.ts';
import type { FeedSource } from './overview-feed.ts';
import type { Supervisor } from './supervisor.ts';

// If the planned time of the next request moves by less than this time, the reason is rounding, and the move counts as no change.
const PLAN_MS = 1_500;

/** Reads the overview, the uploads and the drops from the running engine. While no engine runs, reads only the ledger. */
export function createOverviewSource({
  supervisor,
  clock,
  changes,
}: {
  supervisor: Supervisor;
  clock: Clock;
  /** Returns the number of changes to the overview that do not come from the ledger. */
  changes: () => number;
}): FeedSource {
  let planned = 0;
  let last: Overview | null = null;
  let connections = 0;
  let connection: Ledger | null = null;

  function mark(): string {
    const ledger = supervisor.ledger();
    if (ledger !== connection) connections += 1;
    connection = ledger;
    const running = supervisor.running();
    const engine = running?.engine.standing() ?? null;
    const next = engine?.tracking.nextAt ?? 0;
    if (Math.abs(next - planned) >= PLAN_MS) planned = next;
    return JSON.stringify([
      changes(),
      supervisor.state().state,
      connections,
      ledger === null ? null : [ledger.ownChanges(), ledger.dataVersion()],
      engine === null
        ? null
        : [
            { ...engine.tracking, nextAt: planned },
            engine.lanes,
            engine.silent,
            engine.compared,
            engine.unwritable,
            engine.filesUnrecorded,
            clockProblem(engine) !== null,
          ],
    ]);
  }

  function overview(revision: number): Overview {
    const now = clock.now();
    const state = supervisor.state();
    const running = supervisor.running();
    const ledger = supervisor.ledger();
    if (ledger === null && state.state === 'starting' && last !== null) {
      // While one engine stops and the next starts, no ledger is open, so pages get the previous overview with the state `starting`.
      const { confirmed_at } = last.connection;
      const connection = { state: 'starting', confirmed_at, next_try_at: null, problem: null } as const;
      return { ...last, revision, now: new Date(now).toISOString(), connection, state: 'starting' };
    }
    const parts = {
      now,
      revision,
      ...names(),
      engine: running && { ...running.engine.standing(), underway: running.engine.outbox.sending() },
      failure: state.state === 'stopped' ? state.failure : null,
      drops: running?.engine.drops.list().filter(isDraft).length ?? 0,
    };
    try {
      last = overviewView({ ...parts, ledger });
    } catch (error) {
      // The error of the overview replaces the engine's failure, so that a page shows a reason in every case.
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
    underway: () => supervisor.running()?.engine.outbox.sending() ?? [],
    drops: () => supervisor.running()?.engine.drops.list() ?? [],
  };
}
