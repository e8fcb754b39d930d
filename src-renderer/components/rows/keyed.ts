/** Gives each item its index as React key. A new first item changes the keys of other items, so the items should have no React state. */
export function keyed<T>(items: readonly T[]): readonly { readonly key: string; readonly item: T }[] {
  return items.map((item, index) => ({ key: String(index), item }));
}
