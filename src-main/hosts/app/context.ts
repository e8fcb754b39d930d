import type { Settings } from '../../contract/settings.ts';
import type { ParsedInput } from '../../contract/verbs/index.ts';
import type { Typed } from '../../contract/views/lock.ts';
import type { Overview } from '../../contract/views/overview.ts';
import type { AppInfo, Preferences } from '../../contract/views/settings-view.ts';
import type { Clock, Random } from '../../core/clock.ts';
import type { Station, StationChoice } from '../../core/installation/open-station.ts';
import type { RunningEngine } from '../headless/run-engine.ts';
import type { Confirmations } from './confirmations.ts';
import type { Lock } from './lock/lock.ts';
import type { MadeFiles } from './made-files.ts';

/** New settings, or a change of the settings in force. */
export type WantedSettings = Settings | ((inForce: Settings) => Settings);

/** The dependencies of the handlers. */
export interface AppContext {
  readonly choice: StationChoice;
  readonly clock: Clock;
  readonly random: Random;
  readonly info: AppInfo;
  /** The running engine. @throws PlainError `engine.stopped`, with the reason */
  engine(): RunningEngine;
  /** The running engine; null while no engine runs. */
  running(): RunningEngine | null;
  /** The station as last opened, also while no engine runs. @throws PlainError if the station was never opened */
  station(): Station;
  overview(): Overview;
  /** Reads the settings and restarts the engine. Rejects with the error of the start, and while a drop with files is open. */
  restartEngine(): Promise<void>;
  /**
   * Saves the settings in their file (atomically) and applies the settings. A change of folders interrupts no upload. Every other change
   * restarts the engine, and is refused while a drop with files is open. A change that redirects documents waits for a person (I9). Rejects
   * with a PlainError that names the path and what is allowed.
   */
  saveSettings(settings: WantedSettings, actor?: string): Promise<void>;
  readonly preferences: {
    read(): Preferences;
    save(preferences: Preferences): Promise<Preferences>;
  };
  readonly lock: Lock;
  /** Changes the lock for a person who knows the PIN; the first PIN needs a confirmation (I9). Rejects with a PlainError. */
  setLock(wanted: ParsedInput<'lock.set'>, actor: string): Promise<void>;
  readonly confirmations: Confirmations;
  /** The text that a person typed into answers. In memory alone, because the text is unsent patient data (I11). */
  readonly drafts: { typed: Typed };
  readonly made: Pick<MadeFiles, 'make'>;
  /** Sends a small request to check the connection and the api_secret. Rejects if either fails. */
  askService(): Promise<void>;
  /** Requests an overview for a change that leaves no row in the ledger. */
  changed(): void;
}
