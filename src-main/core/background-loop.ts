/** A loop that runs beside the engine's other work. */
export interface BackgroundLoop {
  start(): void;
  /** Ends the loop. Resolves once the loop has ended. */
  stop(): Promise<void>;
}

/** @param run the loop; ends soon after its signal is aborted */
export function createBackgroundLoop(run: (stopping: AbortSignal) => Promise<void>): BackgroundLoop {
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  return {
    start: () => {
      running = run(stopping.signal);
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
