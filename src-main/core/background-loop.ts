export interface BackgroundLoop {
  start(): void;
  stop(): Promise<void>;
}

/** Creates a background loop. `start` calls `run`, which contains the loop and must end soon after the signal `stopping` is aborted. */
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
