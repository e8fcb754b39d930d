import pLimit from 'p-limit';
import { type Failure, failureOf } from '../../contract/result.ts';
import { inWords, joined, say } from '../../contract/say.ts';
import type { Settings } from '../../contract/settings.ts';
import type { Clock } from '../../core/clock.ts';
import {
  onceBegun,
  openStation,
  openStationLedger,
  type Station,
  type StationChoice,
} from '../../core/installation/open-station.ts';
import type { SavedSettings } from '../../core/installation/settings-audit.ts';
import type { Ledger } from '../../core/ledger/db/ledger.ts';
import { errorOf } from '../../core/plain-error.ts';
import { describeFailure } from '../headless/describe-failure.ts';
import { foldersInForce, type RunningEngine, runEngine } from '../headless/run-engine.ts';

/** `starting`: an engine starts or stops; `before` is the engine that is still stopping. `stopped`: the engine could not start. */
export type EngineState =
  | { readonly state: 'starting'; readonly before: RunningEngine | null }
  | { readonly state: 'running'; readonly running: RunningEngine }
  | { readonly state: 'stopped'; readonly failure: Failure };

export interface Supervisor {
  state(): EngineState;
  running(): RunningEngine | null;
  /** Returns the station that was opened last. @throws PlainError if no station was ever opened */
  station(): Station;
  /** Returns the ledger of the running engine. If no engine runs, returns a ledger opened for reading, or null if no ledger can be read. */
  ledger(): Ledger | null;
  /** Applies the folders of `settings`, saved in `file`, to the running engine. If the engine refuses the folders, nothing changes. */
  applyFolders(settings: Settings, file: string): Promise<void>;
  /** Rejects with the error of the start. `saved` is for the audit entry; absent for a restart without a change of the settings. */
  restart(saved?: SavedSettings): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Runs one engine at a time. If the engine cannot start, the supervisor stores the reason and opens the ledger for reading. If the reason
 * may go away by itself (`MAY_PASS`), the supervisor starts the engine again later (docs/decisions/053-engine-starts-again.md).
 */
export function createSupervisor({
  choice,
  samples,
  clock,
  onChange,
}: {
  choice: StationChoice;
  samples: boolean;
  clock: Clock;
  onChange: () => void;
}): Supervisor {
  let current: EngineState = { state: 'starting', before: null };
  let inForce = choice;
  let station: Station | null = null;
  let reader: Ledger | null = null;
  const oneAtATime = pLimit(1);
  let ended = false;
  let failed = 0;
  let waiting = new AbortController();

  function become(next: EngineState): void {
    current = next;
    onChange();
  }

  async function start(saved: SavedSettings | null): Promise<void> {
    waiting.abort();
    try {
      const first = inForce;
      inForce = onceBegun(choice);
      const running = await runEngine(first, { samples, saved });
      reader?.close();
      reader = null;
      station = running.station;
      failed = 0;
      become({ state: 'running', running });
    } catch (error) {
      await readOnly();
      failed += 1;
      const failure = describeFailure(error);
      const retryMs = retryIn(failure, failed);
      if (retryMs !== null) retryLater(retryMs, saved);
      become({ state: 'stopped', failure: retryMs === null ? failure : withRetryHint(failure) });
      throw error;
    }
  }

  // Plans another start. The state is `stopped` until a start succeeds, so that pages do not flicker at each try.
  function retryLater(ms: number, saved: SavedSettings | null): void {
    waiting = new AbortController();
    const { signal } = waiting;
    void clock.sleep(ms, signal).then(() =>
      oneAtATime(async () => {
        if (!signal.aborted) await start(saved).catch(() => undefined);
      }),
    );
  }

  async function readOnly(): Promise<void> {
    reader?.close();
    reader = null;
    try {
      station = await openStation(inForce);
      reader = (await openStationLedger(station, 'reader')).ledger;
    } catch {
      // `state` reports the error of the engine's start, which is more important than this error.
    }
  }

  async function stopRunning(): Promise<void> {
    const running = runningEngine();
    if (running === null) return;
    become({ state: 'starting', before: running });
    await running.stop();
  }

  const runningEngine = () => (current.state === 'running' ? current.running : null);

  return {
    state: () => current,
    running: runningEngine,
    station: () => {
      if (station !== null) return station;
      throw errorOf(current.state === 'stopped' ? current.failure : STARTING);
    },
    ledger: () => {
      if (current.state === 'running') return current.running.ledger;
      const before = current.state === 'starting' ? current.before?.ledger : undefined;
      return before?.db.open ? before : reader;
    },
    applyFolders: (settings, file) =>
      oneAtATime(async () => {
        const running = runningEngine();
        if (running === null) throw errorOf(STARTING);
        const applied = { ...settings, folders: await foldersInForce(running.station, settings, samples) };
        await running.engine.applyFolders(applied.folders);
        station = { ...running.station, settings: applied, settingsFile: file };
        become({ state: 'running', running: { ...running, station } });
      }),
    restart: (saved) =>
      oneAtATime(async () => {
        if (ended) throw errorOf(STARTING);
        // Unreadable settings must not stop a running engine, so the settings are read before the stop.
        if (runningEngine() !== null) await openStation(inForce);
        // If the stop fails, the new engine recovers as after a killed process.
        await stopRunning().catch(() => undefined);
        become({ state: 'starting', before: null });
        failed = 0;
        await start(saved ?? null);
      }),
    stop: () =>
      oneAtATime(async () => {
        ended = true;
        waiting.abort();
        await stopRunning();
        reader?.close();
        reader = null;
      }),
  };
}

export const STARTING = failureOf('engine.stopped', say('app.startingStopping'), say('app.tryAgainMoment'));

const FIRST_MS = 60_000;
const LONGEST_MS = 15 * FIRST_MS;

// The failures that may go away by themselves, such as a full disk. A locked keychain is not in the list, because each start would show
// a prompt. A damaged ledger is not in the list, because a person must decide what to do.
const MAY_PASS: ReadonlySet<string> = new Set([
  'data.in-use',
  'data.unwritable',
  'disk.full',
  'ledger.beginning',
  'ledger.not-copied',
  'ledger.not-migrated',
  'ledger.restoring',
  'secrets.unavailable',
  'secrets.unwritable',
  'settings.ca-file',
  'settings.missing',
  'unforeseen',
]);

/** Returns the milliseconds before the next start; null if a person must act first. `failed` is the number of failed starts in a row. */
export function retryIn({ code }: Failure, failed: number): number | null {
  if (!MAY_PASS.has(code)) return null;
  return Math.min(FIRST_MS * 2 ** (failed - 1), LONGEST_MS);
}

function withRetryHint({ said, ...failure }: Failure): Failure {
  const hint = say('app.restartsAutomatically');
  return {
    ...failure,
    next: `${failure.next} ${inWords(hint, 'en')}`,
    ...(said && { said: { ...said, next: joined([said.next, hint], ' ') } }),
  };
}
