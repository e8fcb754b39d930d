import type { VerbName } from './verbs/index.ts';

/**
 * What the preload script puts on the page as `window.clearfolder`: named verbs and nothing of Electron itself
 * (docs/architecture.md 8). Every promise resolves with a `Result`, to be parsed by the page; none rejects.
 */
export interface Bridge {
  readonly verbs: Readonly<Record<PageVerb, (input: unknown) => Promise<unknown>>>;
  /** Calls `listener` with every `AppEvent`, an overview first; gives the function that ends it. */
  onEvent(listener: (event: unknown) => void): () => void;
  /** Adds files and folders that were dropped or chosen to a drop, by the paths that the system knows for them. */
  addFiles(drop: string, files: readonly BridgeFile[]): Promise<unknown>;
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

/**
 * A file, and its name with the folders that were dropped before it. The name tells only whether the file lies in a folder that was
 * dropped; which folder that is the system says.
 */
export interface BridgeFile {
  readonly path: string;
  readonly file: File;
}

/** The verbs a page may call by name. Paths to add go through `addFiles` alone, where the system names them. */
export type PageVerb = Exclude<VerbName, 'drops.add-paths'>;

/** The name the bridge has on the page. */
export const BRIDGE_NAME = 'clearfolder';
