import type { VerbName } from './verbs/index.ts';

/**
 * What the preload script puts on the page as `window.clearfolder`: named verbs and nothing of Electron itself
 * (DESIGN.md 1). Every promise resolves with a `Result`, to be parsed by the page; none rejects.
 */
export interface Bridge {
  readonly verbs: Readonly<Record<VerbName, (input: unknown) => Promise<unknown>>>;
  /** Calls `listener` with every `AppEvent`; gives the function that ends it. */
  onEvent(listener: (event: unknown) => void): () => void;
  /** Adds files and folders that were dropped or chosen to a drop, by the paths that the system knows for them. */
  addFiles(drop: string, files: readonly File[]): Promise<unknown>;
  /** Asks where to save a document and saves it: `{saved: boolean}`. */
  saveDocument(task: string, item: string): Promise<unknown>;
  /** `{name, type, bytes: Uint8Array}` of a document, to be shown in the page. */
  readDocument(task: string, item: string): Promise<unknown>;
  /** The system's own folder dialog: `{path: string | null}`. */
  chooseFolder(): Promise<unknown>;
}

/** The name the bridge has on the page. */
export const BRIDGE_NAME = 'clearfolder';
