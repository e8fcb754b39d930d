/**
 * Waits until `check` gives something other than false, null or undefined, and gives that back.
 * Errors thrown by `check` count as "not yet" and are shown when the time runs out. A check that takes long runs less often, so
 * that waiting never takes the processor from the program that the test waits for.
 */
export async function until<T>(
  check: () => T | Promise<T>,
  { timeoutMs = 90_000, everyMs = 20, what = 'the condition' } = {},
): Promise<Exclude<T, false | null | undefined>> {
  const deadline = performance.now() + timeoutMs;
  let last: unknown = 'never true';
  while (performance.now() < deadline) {
    const started = performance.now();
    try {
      const value = await check();
      if (value !== false && value !== null && value !== undefined) {
        return value as Exclude<T, false | null | undefined>;
      }
    } catch (error) {
      last = error;
    }
    const pause = Math.max(everyMs, 3 * (performance.now() - started));
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  throw new Error(`${what} did not come true within ${timeoutMs} ms (last: ${String(last)})`, {
    cause: last,
  });
}
