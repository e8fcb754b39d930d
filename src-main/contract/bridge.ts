import type { VerbName } from './verbs/index.ts';

/**
 * What the preload script puts on the page as `window.clearfolder`: named verbs and nothing of Electron itself
 * (docs/architecture.md 8). Every promise resolves with a `Result`, to be parsed by the page; none rejects.
 */
export interface Bridge {
  readonly verbs: Readonly<Record<PageVerb, (input: unknown) => Promise<unknown>>>;
  /** Calls `listener` with every `AppEvent`, an overview first; gives the function that ends it. */
  onEvent(listener: (event: unknown) => void): () => void;
  /**
   * Adds files and folders to a drop. `files` are what a person dropped or chose: the system gives the path of each. `folders` are paths
   * that `chooseFolder` gave.
   */
  addFiles(drop: string, files: readonly File[], folders: readonly string[]): Promise<unknown>;
  /** Asks where to save a document and saves it: `{saved: boolean}`. `name` is what is proposed. */
  saveDocument(task: string, item: string, name: string): Promise<unknown>;
  /** The same for a file that a verb made: an export, a support bundle. */
  saveMade(file: string, name: string): Promise<unknown>;
  /** `{name, type, bytes: Uint8Array}` of a document, to be shown in the page. */
  readDocument(task: string, item: string): Promise<unknown>;
  /** The system's own folder dialog: `{path: string | null}`. */
  chooseFolder(): Promise<unknown>;
  /** Puts text on the system's clipboard: `null`. A page has no clipboard of its own there. */
  copyText(text: string): Promise<unknown>;
}

/** The verbs a page may call by name. Paths to add go through `addFiles` alone, where the system names them. */
export type PageVerb = Exclude<VerbName, 'drops.add-paths'>;

/** The name the bridge has on the page. */
export const BRIDGE_NAME = 'clearfolder';
