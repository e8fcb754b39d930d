import type { AppEvent } from '../../src-main/contract/events.ts';
import type { Result } from '../../src-main/contract/result.ts';
import type { VerbInput, VerbName, VerbOutput } from '../../src-main/contract/verbs/index.ts';

/**
 * A file that a person dropped or chose. `path` is the name of the file, after the names of the folders in which the file was dropped
 * or chosen. On the desktop, `file` may be a dropped folder. For a folder that a person chose in the system's dialog, `file` is null and
 * `path` is absolute.
 */
export interface GivenFile {
  readonly path: string;
  readonly file: File | null;
  /** The index of the dropped item that contains the file, because two dropped folders may have the same name. */
  readonly entry: number;
}

export interface ReadDocument {
  readonly name: string;
  readonly type: string;
  readonly blob: Blob;
}

/** The requests of a page to the program, over any transport. Only `filesOf` may reject. */
export interface Host {
  readonly kind: 'desktop' | 'browser';
  call<N extends VerbName>(name: N, input: VerbInput<N>): Promise<Result<VerbOutput<N>>>;
  /** Calls `listener` with each event. `onLink` tells whether events arrive. Returns a function that ends the subscription. */
  subscribe(listener: (event: AppEvent) => void, onLink: (up: boolean) => void): () => void;
  /** Returns the files of a drop event. Must be called while the drop event is handled. */
  filesOf(transfer: DataTransfer): Promise<readonly GivenFile[]>;
  /** Adds files to a drop. `onProgress` gets the bytes of all files together. */
  addFiles(
    drop: string,
    files: readonly GivenFile[],
    onProgress: (sent: number, total: number) => void,
  ): Promise<Result<null>>;
  /** Lets a person choose a place and saves the document. `saved` is false if the person canceled. */
  saveDocument(task: string, item: string, name: string): Promise<Result<{ readonly saved: boolean }>>;
  /** Saves a file that a verb made, such as an export or a support bundle. */
  saveMade(file: string, name: string): Promise<Result<{ readonly saved: boolean }>>;
  copyText(text: string): Promise<Result<null>>;
  readDocument(task: string, item: string): Promise<Result<ReadDocument>>;
  /** The folder dialog of the system; null if the page must offer a list instead (`places.list`). */
  readonly chooseFolder: (() => Promise<Result<{ readonly path: string | null }>>) | null;
}
