/** Runs wait for disks and processes as much as they compute. */
const AT_A_TIME = 3;

/** Does the work for each job, a few at a time. Ends with the first that rejects, once those under way have ended. */
export async function inTurns<T>(
  jobs: Iterable<T>,
  work: (job: T, index: number) => Promise<void>,
): Promise<void> {
  const source = jobs[Symbol.iterator]();
  let index = 0;
  let failed = false;
  const outcomes = await Promise.allSettled(
    Array.from({ length: AT_A_TIME }, async () => {
      while (!failed) {
        const next = source.next();
        if (next.done === true) return;
        const own = index;
        index += 1;
        try {
          await work(next.value, own);
        } catch (error) {
          failed = true;
          throw error;
        }
      }
    }),
  );
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}
