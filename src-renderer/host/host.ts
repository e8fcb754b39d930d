import type { AppEvent } from '../../src-main/contract/events.ts';
import type { Result } from '../../src-main/contract/result.ts';
import type { VerbInput, VerbName, VerbOutput } from '../../src-main/contract/verbs/index.ts';

/**
 * A file that a person dropped or chose; `path` is the file's name, with the dropped folders above the file. On the desktop `file` may
 * be a dropped folder, and `file` is null for a folder that a person chose in the system's dialog: `path` is absolute then.
 */
export interface GivenFile {
  readonly path: string;
  readonly file: File | null;
  /** Which of the things dropped at one time the file belongs to: two dropped folders may have the same name. */
  readonly entry: number;
}

export interface ReadDocument {
  readonly name: string;
  readonly type: string;
  readonly blob: Blob;
}

/** What the page has of its host: the same, whatever carries it. Nothing but `filesOf` ever rejects. */
export interface Host {
  readonly kind: 'desktop' | 'browser';
  call<N extends VerbName>(name: N, input: VerbInput<N>): Promise<Result<VerbOutput<N>>>;
  /** `onLink` tells whether events arrive; while they do not, what is shown may be old. Gives the function that ends it. */
  subscribe(listener: (event: AppEvent) => void, onLink: (up: boolean) => void): () => void;
  /** The files of a drop on the window. To be called while the event is handled. May reject. */
  filesOf(transfer: DataTransfer): Promise<readonly GivenFile[]>;
  /** Adds files to a drop. `onProgress` gets bytes of all of them together. */
  addFiles(
    drop: string,
    files: readonly GivenFile[],
    onProgress: (sent: number, total: number) => void,
  ): Promise<Result<null>>;
  /** Lets the person choose where, and saves. `saved` is false when they thought better of it. */
  saveDocument(task: string, item: string, name: string): Promise<Result<{ readonly saved: boolean }>>;
  /** The same for a file that a verb made: an export, a support bundle. */
  saveMade(file: string, name: string): Promise<Result<{ readonly saved: boolean }>>;
  /** Puts text on the clipboard. */
  copyText(text: string): Promise<Result<null>>;
  readDocument(task: string, item: string): Promise<Result<ReadDocument>>;
  /** The system's own folder dialog, where there is one; null where the page has to offer a list (`places.list`). */
  readonly chooseFolder: (() => Promise<Result<{ readonly path: string | null }>>) | null;
}
