/** Gives each item its index as key, for items without ids. Correct only if items are never inserted before others. */
export function keyed<T>(items: readonly T[]): readonly { readonly key: string; readonly item: T }[] {
  return items.map((item, index) => ({ key: String(index), item }));
}
