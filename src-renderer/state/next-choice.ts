/**
 * Which row of a list is chosen after the list changed: the same while it is there, else the one that moved into its place,
 * else the last. `before` is the list as it was when `chosen` was last in it.
 */
export function nextChoice(
  before: readonly string[],
  now: readonly string[],
  chosen: string | null,
): string | null {
  if (chosen !== null && now.includes(chosen)) return chosen;
  const place = chosen === null ? -1 : before.indexOf(chosen);
  if (place < 0) return now[0] ?? null;
  const follower = before.slice(place + 1).find((id) => now.includes(id));
  return follower ?? now.at(-1) ?? null;
}
