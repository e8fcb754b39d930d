import type { AppEvent } from '../../src-main/contract/events.ts';
import type { Result } from '../../src-main/contract/result.ts';
import type { VerbInput, VerbName, VerbOutput } from '../../src-main/contract/verbs/index.ts';

/**
 * A file that a person dropped or chose. `path` has the name of the dropped or chosen folder, the names of the subfolders, and the name of
 * the file. For a single file, `path` is the name of the file. In the desktop program, `file` may also be a dropped folder. If a person
 * chose a folder in the dialog of the system, `file` is null and `path` is the absolute path of the folder.
 */
export interface GivenFile {
  readonly path: string;
  readonly file: File | null;
  /** The index of the dropped item that contains the file. Two dropped folders may have the same name, so the name is not enough. */
  readonly entry: number;
}

export interface ReadDocument {
  readonly name: string;
  readonly type: string;
  readonly blob: Blob;
}

interface Saved {
  readonly saved: boolean;
  /** The name of the saved file: in the desktop program the name that the person chose. */
  readonly name: string;
}

/** The functions by which a page sends requests to the program, in a browser or in the desktop program. Only `filesOf` may reject. */
export interface Host {
  readonly kind: 'desktop' | 'browser';
  call<N extends VerbName>(name: N, input: VerbInput<N>): Promise<Result<VerbOutput<N>>>;
  /** Calls `listener` with each event, and `onLink` with true while events arrive, else with false. Returns the function to unsubscribe. */
  subscribe(listener: (event: AppEvent) => void, onLink: (up: boolean) => void): () => void;
  /** Returns the files of a drop event. Must be called while the drop event is handled. */
  filesOf(transfer: DataTransfer): Promise<readonly GivenFile[]>;
  /** Adds files to the drop with the id `drop`. `onProgress` gets the sent bytes and the total bytes of all files together. */
  addFiles(
    drop: string,
    files: readonly GivenFile[],
    onProgress: (sent: number, total: number) => void,
  ): Promise<Result<null>>;
  /** Asks a person for a place and saves the document there. `saved` is false if the person canceled. */
  saveDocument(task: string, item: string, name: string): Promise<Result<Saved>>;
  /** Saves a file that the engine made, such as an export or a support bundle. `saved` is false if the person canceled. */
  saveMade(file: string, name: string): Promise<Result<Saved>>;
  copyText(text: string): Promise<Result<null>>;
  readDocument(task: string, item: string): Promise<Result<ReadDocument>>;
  /** Opens the folder dialog of the system. Null in a browser, where the page shows a list of folders instead (`places.list`). */
  readonly chooseFolder: (() => Promise<Result<{ readonly path: string | null }>>) | null;
}
