/** Runs wait for disks and processes as much as they compute. */
const AT_A_TIME = 3;

/** What came of jobs that were done in order, a few at a time. */
export interface Turns<R> {
  /** Of the first jobs, without a gap. */
  readonly results: readonly R[];
  /** What the first job that failed said, or null. */
  readonly broken: string | null;
}

/** Does the work for each job until one fails or `stop` is aborted, which leaves those under way to end. Null: it was given up. */
export async function inTurns<T, R>(
  jobs: Iterable<T>,
  stop: AbortSignal,
  work: (job: T) => Promise<R | null>,
): Promise<Turns<R>> {
  const source = jobs[Symbol.iterator]();
  const results = new Map<number, R>();
  const broken = new Map<number, string>();
  let begun = 0;
  const worker = async (): Promise<void> => {
    while (broken.size === 0 && !stop.aborted) {
      const next = source.next();
      if (next.done === true) return;
      const own = begun;
      begun += 1;
      try {
        const result = await work(next.value);
        if (result !== null) results.set(own, result);
      } catch (error) {
        broken.set(own, String(error));
      }
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
  const inOrder: R[] = [];
  for (let index = 0; ; index += 1) {
    const result = results.get(index);
    if (result === undefined) break;
    inOrder.push(result);
  }
  const [first = null] = [...broken].sort(([a], [b]) => a - b).map(([, what]) => what);
  return { results: inOrder, broken: first };
}
