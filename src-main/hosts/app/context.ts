import type { Redirect } from '../../contract/redirect.ts';
import type { Settings } from '../../contract/settings.ts';
import type { ParsedInput } from '../../contract/verbs/index.ts';
import type { Typed } from '../../contract/views/lock.ts';
import type { Overview } from '../../contract/views/overview.ts';
import type { AppInfo, Preferences } from '../../contract/views/settings-view.ts';
import type { Clock, Random } from '../../core/clock.ts';
import type { Station, StationChoice } from '../../core/installation/open-station.ts';
import type { RunningEngine } from '../headless/run-engine.ts';
import type { Confirmations } from './confirmations.ts';
import type { Connecting } from './connecting.ts';
import type { Lock } from './lock/lock.ts';
import type { UserAdmin } from './lock/set-users.ts';
import type { MadeFiles } from './made-files.ts';

export type WantedSettings = Settings | ((inForce: Settings) => Settings);

export interface AppContext {
  readonly choice: StationChoice;
  readonly clock: Clock;
  readonly random: Random;
  readonly info: AppInfo;
  /** Returns the running engine. @throws PlainError `engine.stopped`, with the reason, while no engine runs */
  engine(): RunningEngine;
  running(): RunningEngine | null;
  /** Returns the station that was opened last, also while no engine runs. @throws PlainError if no station was ever opened */
  station(): Station;
  overview(): Overview;
  /** Reads the settings file and restarts the engine. Rejects with the error of the start, or if an unsent drop has files. */
  restartEngine(): Promise<void>;
  /**
   * Writes the settings file atomically and applies the settings. Rejects with a PlainError that names the faulty setting and its allowed
   * values.
   * - A change of only the folders or the lock does not restart a running engine, so the change interrupts no upload.
   * - Every other change restarts the engine. While an unsent drop has files, such a change is refused.
   * - A change that redirects documents needs the confirmation of a person (I9). `confirmed` has the redirects that a person already
   *   confirmed.
   */
  saveSettings(settings: WantedSettings, actor?: string, confirmed?: readonly Redirect[]): Promise<void>;
  readonly preferences: {
    read(): Preferences;
    save(preferences: Preferences): Promise<Preferences>;
  };
  readonly lock: Lock;
  /** Changes the idle time and the PIN of the lock (hosts/app/lock/set-lock.ts). Rejects with a PlainError. */
  setLock(wanted: ParsedInput<'lock.set'>, actor: string): Promise<void>;
  readonly users: UserAdmin;
  readonly confirmations: Confirmations;
  /** The unsent texts that a person typed into answers. The texts are patient data (I11), so they are in memory and never on the disk. */
  readonly drafts: { typed: Typed };
  readonly connecting: Connecting;
  readonly made: Pick<MadeFiles, 'make'>;
  /** Sends one request to the service, to check the connection and the api_secret. Rejects if the request fails. */
  askService(): Promise<void>;
  changed(): void;
}
