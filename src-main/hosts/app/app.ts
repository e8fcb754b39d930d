import type { AppEvent, Place } from '../../contract/events.ts';
import type { Result } from '../../contract/result.ts';
import type { Drop } from '../../contract/views/drop.ts';
import type { StreamedFile } from '../../core/drops/fill-drop.ts';

/** Who asks: the account of the person at this machine, by a page of this program. */
export interface Caller {
  readonly actor: string;
}

/** A document of a Task, fetched to a private file of which nothing is kept. */
export interface FetchedDocument {
  readonly name: string;
  readonly mediaType: string;
  readonly size: number;
  stream(): AsyncIterable<Uint8Array>;
  /** To be called in the end, whatever happened. */
  dispose(): Promise<void>;
}

/** What a host (desktop, browser) has of the program: the one way in for everything a page may ask. */
export interface App {
  /** Carries out one verb: known, input parsed, audited, failures in words. Never rejects. */
  call(name: string, input: unknown, caller: Caller): Promise<Result<unknown>>;
  /** Gives every event from now on, the overview first; the function ends it. */
  subscribe(listener: (event: AppEvent) => void): () => void;
  /** Takes a file that a page streams into a drop. Never rejects. */
  addDropStream(drop: string, file: StreamedFile, stream: AsyncIterable<Uint8Array>): Promise<Result<Drop>>;
  /** Fetches a document through a fresh link; `purpose` says what the page wants it for. Audited. Never rejects. */
  readDocument(
    task: string,
    item: string,
    caller: Caller,
    purpose?: 'show' | 'save',
  ): Promise<Result<FetchedDocument>>;
  /** Downloads a document to a path the person chose; never overwrites. Audited. Never rejects. */
  saveDocument(task: string, item: string, target: string, caller: Caller): Promise<Result<null>>;
  /** Whether the station is locked: then nothing may be shown that names anybody. */
  locked(): boolean;
  /** Locks it, if it has a lock; says whether it is locked now. */
  lock(why: 'asked' | 'screen'): boolean;
  /** A file that a verb made for the person to save. Never rejects. */
  readMade(file: string): Promise<Result<FetchedDocument>>;
  /** Saves one to a path the person chose; never overwrites. Never rejects. */
  saveMade(file: string, target: string): Promise<Result<null>>;
  /** Leads every open page to a place, as a click on a notification does. */
  go(place: Place): void;
  /** To be called after the machine slept. */
  woke(): void;
  /** Lets requests under way end, and gives the data folder free. */
  stop(): Promise<void>;
}
