/** Gives each item the index as React key, for items without ids. Correct only if new items come last. */
export function keyed<T>(items: readonly T[]): readonly { readonly key: string; readonly item: T }[] {
  return items.map((item, index) => ({ key: String(index), item }));
}
