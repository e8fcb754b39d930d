/** Items without ids, with their index as key. Correct only if no item is inserted before others. */
export function keyed<T>(items: readonly T[]): readonly { readonly key: string; readonly item: T }[] {
  return items.map((item, index) => ({ key: String(index), item }));
}
