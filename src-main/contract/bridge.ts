import type { VerbName } from './verbs/index.ts';

/**
 * The object `window.clearfolder` of the desktop app, made by the preload script. Every promise resolves to a `Result`; none rejects.
 * The comments of the methods describe the `value` of this `Result`.
 */
export interface Bridge {
  readonly verbs: Readonly<Record<PageVerb, (input: unknown) => Promise<unknown>>>;
  /** Calls `listener` with every `AppEvent`, first with an overview. Returns a function that unsubscribes `listener`. */
  onEvent(listener: (event: unknown) => void): () => void;
  /** Adds the files that a person dropped or chose, and the folders that `chooseFolder` returned, to the drop with the id `drop`. */
  addFiles(drop: string, files: readonly File[], folders: readonly string[]): Promise<unknown>;
  /** Saves a data item of a Task where the person chooses. `name` is the proposed file name. The value is `{saved: boolean}`. */
  saveDocument(task: string, item: string, name: string): Promise<unknown>;
  /** Saves a file that a verb made. `file` is the field `file` of the verb's result. The value is `{saved: boolean}`. */
  saveMade(file: string, name: string): Promise<unknown>;
  /** Reads the data item `item` of the Task `task`. The value is `{name, type, bytes: Uint8Array}`; `type` is the media type. */
  readDocument(task: string, item: string): Promise<unknown>;
  /** Opens the folder dialog of the operating system. The value is `{path: string | null}`; null if the person chooses no folder. */
  chooseFolder(): Promise<unknown>;
  /** Copies `text` to the clipboard of the operating system, because the page itself has no access to the clipboard. The value is null. */
  copyText(text: string): Promise<unknown>;
}

/** The verbs that a page may call. No page may choose a path, so a page calls `addFiles` instead of `drops.add-paths`. */
export type PageVerb = Exclude<VerbName, 'drops.add-paths'>;

export const BRIDGE_NAME = 'clearfolder';
