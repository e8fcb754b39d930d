import type { AppEvent, Place } from '../../contract/events.ts';
import type { Result } from '../../contract/result.ts';
import type { Drop } from '../../contract/views/drop.ts';
import type { StreamedFile } from '../../core/drops/fill-drop.ts';

/** The account of the person at this machine, for the audit. */
export interface Caller {
  readonly actor: string;
}

/** A document of a Task in a temporary private file. `size` is in bytes. */
export interface FetchedDocument {
  readonly name: string;
  readonly mediaType: string;
  readonly size: number;
  stream(): AsyncIterable<Uint8Array>;
  /** Removes the file. The host must call `dispose` in every case. */
  dispose(): Promise<void>;
}

/** The program as a host (desktop, browser) sees the program: the only way in for requests of pages. */
export interface App {
  /** Carries out one verb, with its input parsed and its use audited. Never rejects. */
  call(name: string, input: unknown, caller: Caller): Promise<Result<unknown>>;
  /** Sends every event from now on to `listener`, the overview first. Returns a function that ends the subscription. */
  subscribe(listener: (event: AppEvent) => void): () => void;
  /** Adds a file that a page streams to a drop. Never rejects. */
  addDropStream(drop: string, file: StreamedFile, stream: AsyncIterable<Uint8Array>): Promise<Result<Drop>>;
  /** Downloads a document through a fresh link. `purpose` is for the audit. Never rejects. */
  readDocument(
    task: string,
    item: string,
    caller: Caller,
    purpose?: 'show' | 'save',
  ): Promise<Result<FetchedDocument>>;
  /** Downloads a document to a path that the person chose; never overwrites. Audited. Never rejects. */
  saveDocument(task: string, item: string, target: string, caller: Caller): Promise<Result<null>>;
  /** Whether the station is locked. Then nothing that names a person may be shown. */
  locked(): boolean;
  /** Locks the station, if the station has a lock. Returns whether the station is locked now. */
  lock(why: 'asked' | 'screen'): boolean;
  /** A file that a verb made for the person to save. Never rejects. */
  readMade(file: string): Promise<Result<FetchedDocument>>;
  /** Saves such a file to a path that the person chose; never overwrites. Never rejects. */
  saveMade(file: string, target: string): Promise<Result<null>>;
  /** Opens a place in every page, as a click on a notification does. */
  go(place: Place): void;
  /** The machine woke from sleep. */
  woke(): void;
  /** Waits for requests under way, and releases the data folder. */
  stop(): Promise<void>;
}
