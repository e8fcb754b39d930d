/**
 * Gives each item its index as React key, for items without ids. If a new item is not the last item, the keys of other items change, so the
 * items should have no React state.
 */
export function keyed<T>(items: readonly T[]): readonly { readonly key: string; readonly item: T }[] {
  return items.map((item, index) => ({ key: String(index), item }));
}
