/**
 * The object `window.clearfolder` of the desktop app, made by the preload script. The main process receives every request, and sends every
 * event, on the channel `BRIDGE_NAME`.
 */
export interface Bridge {
  /**
   * Sends the request `name`: a verb, or one of `DESKTOP_REQUESTS`. Resolves to a `Result`. `files` are files that a person dropped or
   * chose: the preload script adds their paths to the request, so that no page can name a path.
   */
  invoke(name: string, input: unknown, files?: readonly File[]): Promise<unknown>;
  /** Calls `listener` with every `AppEvent`, first with an overview. Returns a function that unsubscribes `listener`. */
  onEvent(listener: (event: unknown) => void): () => void;
}

export const BRIDGE_NAME = 'clearfolder';
