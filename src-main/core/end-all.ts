/**
 * Ends one after the other, each whatever became of the one before: what is not ended would hold the data folder for as long
 * as the process lives. Rejects with the first error, once all have had their turn.
 */
export async function endAll(ends: Iterable<() => Promise<void> | void>): Promise<void> {
  const errors: unknown[] = [];
  for (const end of ends) {
    try {
      await end();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}
