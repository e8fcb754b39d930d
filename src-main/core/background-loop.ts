export interface BackgroundLoop {
  start(): void;
  stop(): Promise<void>;
}

/** Creates a loop in the background. @param run the body of the loop, which must end soon after `stopping` is aborted */
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
