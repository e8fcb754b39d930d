import type { VerbName } from './verbs/index.ts';

/**
 * The object `window.clearfolder` of the desktop app. Through this object the preload script gives the page the verbs, and nothing of
 * Electron (docs/architecture.md 8). Every promise resolves to a `Result`, which the page parses. No promise rejects.
 */
export interface Bridge {
  readonly verbs: Readonly<Record<PageVerb, (input: unknown) => Promise<unknown>>>;
  /** Calls `listener` with every `AppEvent`, first with an overview. Returns a function that unsubscribes. */
  onEvent(listener: (event: unknown) => void): () => void;
  /** Adds files that a person dropped or chose, and folders from `chooseFolder`. The preload script gets the path of each file. */
  addFiles(drop: string, files: readonly File[], folders: readonly string[]): Promise<unknown>;
  /** Asks the person for a path and saves a document at the path; resolves to `{saved: boolean}`. `name` is the proposed file name. */
  saveDocument(task: string, item: string, name: string): Promise<unknown>;
  /** Saves a file that a verb created, such as an export or a support bundle. Resolves as `saveDocument` does. */
  saveMade(file: string, name: string): Promise<unknown>;
  /** Resolves to `{name, type, bytes: Uint8Array}`. */
  readDocument(task: string, item: string): Promise<unknown>;
  /** Opens the system's folder dialog; resolves to `{path: string | null}`. */
  chooseFolder(): Promise<unknown>;
  /** Copies text to the system's clipboard; resolves to `null`. The page itself has no access to the clipboard. */
  copyText(text: string): Promise<unknown>;
}

/** The verbs that a page may call by name. A page adds paths through `addFiles`, which gets the paths from the system. */
export type PageVerb = Exclude<VerbName, 'drops.add-paths'>;

export const BRIDGE_NAME = 'clearfolder';
