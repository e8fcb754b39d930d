import pLimit from 'p-limit';
import type { Failure } from '../../contract/result.ts';
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
import { PlainError } from '../../core/plain-error.ts';
import { describeFailure } from '../headless/describe-failure.ts';
import { foldersInForce, type RunningEngine, runEngine } from '../headless/run-engine.ts';
import { startAgainIn, startsAgainByItself } from './start-again.ts';

/** How the one engine of an app stands. */
export type Standing =
  | {
      readonly state: 'starting';
      /** The engine that ends before. */
      readonly before: RunningEngine | null;
    }
  | {
      readonly state: 'running';
      readonly running: RunningEngine;
      /** When it was started, milliseconds since the epoch. */
      readonly since: number;
    }
  | { readonly state: 'stopped'; readonly failure: Failure };

export interface Supervisor {
  standing(): Standing;
  /** The station as last opened. @throws PlainError when it could not be opened at all */
  station(): Station;
  /** What can be read just now: the engine's own ledger, or one opened for reading where no engine runs. */
  ledger(): Ledger | null;
  /** Lets the engine that runs watch by the folders of these settings, kept in `file`. Rejects when it cannot; nothing has changed then. */
  applyFolders(settings: Settings, file: string): Promise<void>;
  /** Starts the engine, after it stopped the one that runs; `saved` is why, for the audit. Rejects with what keeps it from starting. */
  restart(saved?: SavedSettings): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Keeps one engine. When it cannot start, everything else goes on: the reason is kept, what is recorded can still be read,
 * and where the reason may pass it is started again by itself (docs/decisions/053-engine-starts-again.md).
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
  let standing: Standing = { state: 'starting', before: null };
  let inForce = choice;
  let station: Station | null = null;
  let reader: Ledger | null = null;
  /** Runs one start or stop at a time, in the order in which they were asked for. */
  const inLine = pLimit(1);
  let ended = false;
  let failed = 0;
  let waiting = new AbortController();

  function become(next: Standing): void {
    standing = next;
    onChange();
  }

  async function start(saved: SavedSettings | null): Promise<void> {
    const since = clock.now();
    waiting.abort();
    try {
      const first = inForce;
      inForce = onceBegun(choice);
      const running = await runEngine(first, { samples, saved });
      reader?.close();
      reader = null;
      station = running.station;
      failed = 0;
      become({ state: 'running', running, since });
    } catch (error) {
      await readOnly();
      failed += 1;
      const failure = describeFailure(error);
      const again = startAgainIn(failure, failed);
      if (again !== null) startLater(again, saved);
      become({ state: 'stopped', failure: again === null ? failure : startsAgainByItself(failure) });
      throw error;
    }
  }

  /** Tries again after so many milliseconds. Meanwhile, and while it tries, it counts as stopped: nobody is told of each try. */
  function startLater(ms: number, saved: SavedSettings | null): void {
    waiting = new AbortController();
    const { signal } = waiting;
    void clock.sleep(ms, signal).then(() =>
      inLine(async () => {
        // A failure is kept as the reason; nobody waits here to be told.
        if (!signal.aborted) await start(saved).catch(() => undefined);
      }),
    );
  }

  /** What is recorded stays visible where it can be read at all. */
  async function readOnly(): Promise<void> {
    reader?.close();
    reader = null;
    try {
      station = await openStation(inForce);
      reader = (await openStationLedger(station, 'reader')).ledger;
    } catch {
      // The reason the engine did not start says more than this one.
    }
  }

  async function stopRunning(): Promise<void> {
    const before = standing;
    if (before.state !== 'running') return;
    become({ state: 'starting', before: before.running });
    await before.running.stop();
  }

  return {
    standing: () => standing,
    station: () => {
      if (station !== null) return station;
      const failure = standing.state === 'stopped' ? standing.failure : STARTING;
      throw new PlainError(failure.code, failure.message, failure.next);
    },
    ledger: () => {
      if (standing.state === 'running') return standing.running.ledger;
      const before = standing.state === 'starting' ? standing.before?.ledger : undefined;
      return before?.db.open ? before : reader;
    },
    applyFolders: (settings, file) =>
      inLine(async () => {
        if (standing.state !== 'running')
          throw new PlainError(STARTING.code, STARTING.message, STARTING.next);
        const { running } = standing;
        const applied = { ...settings, folders: await foldersInForce(running.station, settings, samples) };
        await running.engine.applyFolders(applied.folders);
        station = { ...running.station, settings: applied, settingsFile: file };
        become({ ...standing, running: { ...running, station } });
      }),
    restart: (saved) =>
      inLine(async () => {
        if (ended) throw new PlainError(STARTING.code, STARTING.message, STARTING.next);
        // Settings that cannot be read must not stop what runs.
        if (standing.state === 'running') await openStation(inForce);
        // The start finds what was not ended properly, as after a kill.
        await stopRunning().catch(() => undefined);
        become({ state: 'starting', before: null });
        failed = 0;
        await start(saved ?? null);
      }),
    stop: () =>
      inLine(async () => {
        ended = true;
        waiting.abort();
        await stopRunning();
        reader?.close();
        reader = null;
      }),
  };
}

export const STARTING: Failure = {
  code: 'engine.stopped',
  message: 'Clearfolder is starting or stopping, so nothing was done.',
  next: 'Try again in a moment.',
};
