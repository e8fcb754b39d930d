/** Those that went are taken off a long queue together: to take the first alone moves all the others. */
const TOGETHER = 1024;

/** Runs work handed to it, at most `width` pieces at a time, in order of arrival. */
export function createLimit(width: number) {
  const waiting: (() => void)[] = [];
  let gone = 0;
  let running = 0;
  const release = () => {
    const next = waiting[gone];
    if (next === undefined) {
      running -= 1;
      return;
    }
    gone += 1;
    if (gone === waiting.length || (gone >= TOGETHER && gone * 2 > waiting.length)) {
      waiting.splice(0, gone);
      gone = 0;
    }
    next();
  };
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < width) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      release();
    }
  };
}
export type Limit = ReturnType<typeof createLimit>;
