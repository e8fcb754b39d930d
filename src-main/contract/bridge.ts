import type { VerbName } from './verbs/index.ts';

/**
 * The object `window.clearfolder` of the desktop app. Through this object the preload script gives the page the verbs, and nothing of
 * Electron (docs/architecture.md 8). Every promise resolves to a `Result`, which the page parses; no promise rejects. The comments of the
 * methods describe the `value` of this `Result`.
 */
export interface Bridge {
  readonly verbs: Readonly<Record<PageVerb, (input: unknown) => Promise<unknown>>>;
  /** Calls `listener` with every `AppEvent`, first with an overview. Returns a function that unsubscribes `listener`. */
  onEvent(listener: (event: unknown) => void): () => void;
  /**
   * Adds to the drop `drop` the files that a person dropped or chose, and the folders that `chooseFolder` returned. The preload script asks
   * Electron for the path of each file.
   */
  addFiles(drop: string, files: readonly File[], folders: readonly string[]): Promise<unknown>;
  /**
   * Saves the data item `item` of the Task `task` at a path that the person chooses in a dialog. `name` is the proposed file name. The
   * value is `{saved: boolean}`.
   */
  saveDocument(task: string, item: string, name: string): Promise<unknown>;
  /**
   * Saves a file that a verb made, such as an export or a support bundle. `file` is the field `file` of the result of the verb. The dialog,
   * `name` and the value are as for `saveDocument`.
   */
  saveMade(file: string, name: string): Promise<unknown>;
  /** Reads the data item `item` of the Task `task`. The value is `{name, type, bytes: Uint8Array}`; `type` is the media type. */
  readDocument(task: string, item: string): Promise<unknown>;
  /** Opens the folder dialog of the operating system. The value is `{path: string | null}`; null if the person chooses no folder. */
  chooseFolder(): Promise<unknown>;
  /** Copies `text` to the clipboard of the operating system, because the page itself has no access to the clipboard. The value is null. */
  copyText(text: string): Promise<unknown>;
}

/**
 * The verbs that a page may call. A page may not call `drops.add-paths`, because no page may choose a path. `addFiles` adds files instead.
 */
export type PageVerb = Exclude<VerbName, 'drops.add-paths'>;

export const BRIDGE_NAME = 'clearfolder';
