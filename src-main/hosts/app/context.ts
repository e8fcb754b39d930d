import type { Settings } from '../../contract/settings.ts';
import type { ParsedInput } from '../../contract/verbs/index.ts';
import type { Overview } from '../../contract/views/overview.ts';
import type { AppInfo, Preferences } from '../../contract/views/settings-view.ts';
import type { Clock, Random } from '../../core/clock.ts';
import type { Station, StationChoice } from '../../core/installation/open-station.ts';
import type { RunningEngine } from '../headless/run-engine.ts';
import type { Confirmations } from './confirmations.ts';
import type { createDrafts } from './lock/drafts.ts';
import type { Lock } from './lock/lock.ts';
import type { MadeFiles } from './made-files.ts';

/** What a person wants of the settings: all of them, or a change of those in force. */
export type WantedSettings = Settings | ((inForce: Settings) => Settings);

/** What the handlers of verbs work with. */
export interface AppContext {
  readonly choice: StationChoice;
  readonly clock: Clock;
  readonly random: Random;
  readonly info: AppInfo;
  /** The engine that runs. @throws PlainError `engine.stopped`, with the reason it could not start */
  engine(): RunningEngine;
  /** The station as last opened, also while the engine is stopped. @throws PlainError when it could not be opened at all */
  station(): Station;
  /** What the first screen says, of this moment. */
  overview(): Overview;
  /** Reads the settings anew and starts the engine again. Rejects with what keeps it from starting, and while a drop with files is open. */
  restartEngine(): Promise<void>;
  /**
   * Keeps the settings in their file (atomically) and applies them: folders alone take effect without interrupting what is
   * being sent, anything else starts the engine again, and is refused while a drop with files is open. What redirects documents
   * waits for a person (I9). Rejects with a PlainError that names the path and what is allowed.
   */
  saveSettings(settings: WantedSettings, actor?: string): Promise<void>;
  readonly preferences: {
    read(): Preferences;
    save(preferences: Preferences): Promise<Preferences>;
  };
  readonly lock: Lock;
  /** Changes the lock, for who proves to know its PIN; the first PIN needs a person (I9). Rejects with a PlainError. */
  setLock(wanted: ParsedInput<'lock.set'>, actor: string): Promise<void>;
  /** What asks a person before documents go elsewhere (I9). */
  readonly confirmations: Confirmations;
  readonly drafts: ReturnType<typeof createDrafts>;
  /** Files made for a person to save. */
  readonly made: Pick<MadeFiles, 'make'>;
  /** Asks the service something small, to learn whether it can be reached and takes the api_secret. Rejects when not. */
  askService(): Promise<void>;
  /** Something that can be shown has changed: the next overview comes soon. */
  changed(): void;
}
