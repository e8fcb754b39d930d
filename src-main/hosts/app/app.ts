import type { AppEvent, Place } from '../../contract/events.ts';
import type { Result } from '../../contract/result.ts';
import type { Settings } from '../../contract/settings.ts';
import type { Drop } from '../../contract/views/drop.ts';
import type { StreamedFile } from '../../core/drops/fill-drop.ts';
import type { Log } from '../../core/log/events.ts';
import type { RunningEngine } from '../headless/run-engine.ts';

export interface Caller {
  readonly actor: string;
  /** Whether a page calls. A page never names paths: an intruder in a page could otherwise read every file of this user. */
  readonly isPage?: boolean;
}

/** A document of a Task, or a file that a verb made, in a private file on the disk. `size` is in bytes. */
export interface FetchedDocument {
  readonly name: string;
  readonly mediaType: string;
  readonly size: number;
  stream(): AsyncIterable<Uint8Array>;
  /** Removes a downloaded document; a made file stays. The host must call this method after the use, also after an error. */
  dispose(): Promise<void>;
}

/** The interface through which a host (desktop or browser) passes every request of a page to the program behind the windows. */
export interface App {
  /** Parses the input and runs one verb. A verb that uses patient data gets an audit entry. Never rejects. */
  call(name: string, input: unknown, caller: Caller): Promise<Result<unknown>>;
  /** Calls `listener` with the current overview, and with every later event. Returns a function that ends the subscription. */
  subscribe(listener: (event: AppEvent) => void): () => void;
  addDropStream(drop: string, file: StreamedFile, stream: AsyncIterable<Uint8Array>): Promise<Result<Drop>>;
  /** Downloads a document into a temporary file. `purpose` goes into the audit entry. Never rejects. */
  readDocument(
    task: string,
    item: string,
    caller: Caller,
    purpose?: 'show' | 'save',
  ): Promise<Result<FetchedDocument>>;
  /** Downloads a document to `target`, a path that the person chose. Never overwrites a file; never rejects. */
  saveDocument(task: string, item: string, target: string, caller: Caller): Promise<Result<null>>;
  /** Whether the station is locked. While the station is locked, a host must show no name of a person. */
  locked(): boolean;
  /** Locks the station if the station has a PIN and an idle time. Returns whether the station is locked afterwards. */
  lock(why: 'asked' | 'screen'): boolean;
  /** Opens a file that a verb made for download, such as an export. Never rejects. */
  readMade(file: string): Promise<Result<FetchedDocument>>;
  /** Copies a file that a verb made to `target`, a path that the person chose. Never overwrites a file; never rejects. */
  saveMade(file: string, target: string): Promise<Result<null>>;
  /** Opens a screen in every page, as after a click on a notification. */
  go(place: Place): void;
  /** @throws PlainError if no settings are readable */
  settings(): Settings;
  running(): RunningEngine | null;
  readonly log: Log;
  /** Must be called after the computer wakes from sleep. */
  woke(): void;
  /** Waits for the running requests, stops the engine, and releases the lock on the data folder. */
  stop(): Promise<void>;
}
