/** Lets at most `limit` tasks run at a time, first come first served. A task whose signal fires while it waits is not run. */
export function createSlots(
  limit: number,
): <T>(task: () => Promise<T>, signal: AbortSignal | undefined, stopped: () => Error) => Promise<T> {
  let free = limit;
  const queue = new Set<() => void>();
  return async (task, signal, stopped) => {
    if (signal?.aborted) throw stopped();
    if (free > 0) free -= 1;
    else {
      await new Promise<void>((resolve, reject) => {
        const start = (): void => {
          signal?.removeEventListener('abort', leave);
          resolve();
        };
        const leave = (): void => {
          queue.delete(start);
          reject(stopped());
        };
        queue.add(start);
        signal?.addEventListener('abort', leave, { once: true });
      });
    }
    try {
      return await task();
    } finally {
      const next = queue.values().next().value;
      if (next === undefined) free += 1;
      else {
        queue.delete(next);
        next();
      }
    }
  };
}
