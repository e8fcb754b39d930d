/**
 * Calls all functions one after another, even if one of them fails, so that every part of the program is ended.
 *
 * @throws the first error, after the last call
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
