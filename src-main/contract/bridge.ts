/** The carrier of a page's requests: the bridge in the desktop program, the WebSocket of the page in a browser. */
export interface Transport {
  /**
   * Sends the request `name`: a verb, or a request that the host itself answers. Resolves to a `Result` that nobody has parsed yet. Rejects
   * if no answer can come any more. `files` are files that a person dropped or chose: the bridge adds their paths to the request, so that
   * no page can name a path.
   */
  invoke(name: string, input: unknown, files?: readonly File[]): Promise<unknown>;
  /** Calls `listener` with every `AppEvent`, first with the whole state. Returns a function that unsubscribes `listener`. */
  onEvent(listener: (event: unknown) => void): () => void;
}

/**
 * The name of the bridge, the object `window.clearfolder` that the preload script makes in the desktop program. The main process receives every
 * request and sends every event on the channel of this name.
 */
export const BRIDGE_NAME = 'clearfolder';
