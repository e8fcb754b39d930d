const WITHIN_MS = 5 * 60_000;
const AT_MOST = 3;

/** Whether a page that crashed may be loaded again: a few times in a while, not for ever. */
export function createCrashLimit(now: () => number): () => boolean {
  let crashes: number[] = [];
  return () => {
    crashes = [...crashes.filter((at) => now() - at < WITHIN_MS), now()];
    return crashes.length <= AT_MOST;
  };
}
