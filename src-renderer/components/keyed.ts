/** Items that have no id of their own, with their places as keys: right where nothing is inserted before them. */
export function keyed<T>(items: readonly T[]): readonly { readonly key: string; readonly item: T }[] {
  return items.map((item, index) => ({ key: String(index), item }));
}
