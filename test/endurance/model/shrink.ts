export type StillFails<T> = (items: readonly T[]) => Promise<boolean>;

/** Removes items while the failure stays: halves first, then smaller pieces, down to single items. */
export async function shrink<T>(items: readonly T[], fails: StillFails<T>): Promise<readonly T[]> {
  let left = items;
  for (let size = Math.ceil(left.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < left.length; ) {
      const fewer = [...left.slice(0, from), ...left.slice(from + size)];
      if (await fails(fewer)) left = fewer;
      else from += size;
    }
  }
  return left;
}
