/** Gives each item its index as React key, for items without ids. New items must come last. */
export function keyed<T>(items: readonly T[]): readonly { readonly key: string; readonly item: T }[] {
  return items.map((item, index) => ({ key: String(index), item }));
}
