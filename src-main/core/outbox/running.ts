import type { OutboxContext } from './context.ts';

export type Line = 'create' | 'look-up' | 'message';

interface Entry {
  readonly line: Line;
  readonly controller: AbortController;
  readonly totalBytes: number;
  readonly done: Promise<void>;
  sentBytes: number;
}

export interface Sending {
  readonly submissionId: string;
  readonly sentBytes: number;
  readonly totalBytes: number;
}

/** The requests under way: at most one per row, each of which can be ended. */
export function createRunning(onEnd: () => void) {
  const entries = new Map<string, Entry>();
  return {
    size: () => entries.size,
    has: (id: string) => entries.has(id),
    count: (line: Line) => [...entries.values()].filter((entry) => entry.line === line).length,
    /** Runs `work` for a row; `work` settles every outcome itself and never rejects. */
    start(
      id: string,
      about: { line: Line; totalBytes: number; lanes: OutboxContext['lanes'] },
      work: (job: {
        signal: AbortSignal;
        onProgress: (sentBytes: number) => void;
        epoch: number;
      }) => Promise<void>,
    ): void {
      const controller = new AbortController();
      const onProgress = (sentBytes: number) => {
        const entry = entries.get(id);
        if (entry !== undefined) entry.sentBytes = sentBytes;
      };
      const { line, totalBytes } = about;
      const job = { signal: controller.signal, onProgress, epoch: about.lanes.epoch() };
      const done = Promise.resolve()
        .then(() => work(job))
        .finally(() => {
          entries.delete(id);
          onEnd();
        });
      entries.set(id, { line, controller, totalBytes, done, sentBytes: 0 });
    },
    sending: (): Sending[] =>
      [...entries].flatMap(([submissionId, { line, sentBytes, totalBytes }]) =>
        line === 'create' ? [{ submissionId, sentBytes, totalBytes }] : [],
      ),
    abortAll(): void {
      for (const entry of entries.values()) entry.controller.abort();
    },
    /** Resolves when everything that runs now has ended. */
    async ended(): Promise<void> {
      await Promise.allSettled([...entries.values()].map((entry) => entry.done));
    },
  };
}
