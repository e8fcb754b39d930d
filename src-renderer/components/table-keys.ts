/** Where a key leads from `index` in a list of `count`; null for a key that does not move. `page` is how many rows are seen. */
export function moveBy(key: string, index: number, count: number, page: number): number | null {
  if (count === 0) return null;
  const within = (to: number) => Math.max(0, Math.min(count - 1, to));
  switch (key) {
    case 'ArrowDown':
      return within(index + 1);
    case 'ArrowUp':
      return within(index - 1);
    case 'PageDown':
      return within(index + page);
    case 'PageUp':
      return within(index - page);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
