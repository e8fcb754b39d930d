import type { VerbName } from './verbs/index.ts';

/**
 * The object `window.clearfolder` that the preload script gives to the page: named verbs, and nothing of Electron itself
 * (docs/architecture.md 8). Every promise resolves with a `Result`, which the page parses. No promise rejects.
 */
export interface Bridge {
  readonly verbs: Readonly<Record<PageVerb, (input: unknown) => Promise<unknown>>>;
  /** Calls `listener` with every `AppEvent`, an overview first. Returns a function that ends the calls. */
  onEvent(listener: (event: unknown) => void): () => void;
  /** Adds files that a person dropped or chose (the system gives their paths), and folders that `chooseFolder` returned. */
  addFiles(drop: string, files: readonly File[], folders: readonly string[]): Promise<unknown>;
  /** Asks the person for a place and saves a document: `{saved: boolean}`. `name` is the proposed name. */
  saveDocument(task: string, item: string, name: string): Promise<unknown>;
  /** Saves a file that a verb made (an export, a support bundle) in the same way. */
  saveMade(file: string, name: string): Promise<unknown>;
  /** Returns a document for the page: `{name, type, bytes: Uint8Array}`. */
  readDocument(task: string, item: string): Promise<unknown>;
  /** Opens the system's folder dialog: `{path: string | null}`. */
  chooseFolder(): Promise<unknown>;
  /** Copies text to the system's clipboard: `null`. A page of the desktop has no clipboard. */
  copyText(text: string): Promise<unknown>;
}

/** The verbs that a page may call by name. Only `addFiles` adds paths, because there the system names the paths. */
export type PageVerb = Exclude<VerbName, 'drops.add-paths'>;

export const BRIDGE_NAME = 'clearfolder';
