import { useEffect, useRef, useState } from 'react';

/** Which row of a list that changes by itself is chosen: the wanted one, and when it leaves the list, the next. */
export function useChoice(ids: readonly string[] | null, wanted: string | null = null) {
  const [chosen, setChosen] = useState<string | null>(wanted);
  const before = useRef<readonly string[]>([]);
  const text = ids?.join(' ') ?? null;
  useEffect(() => {
    if (wanted !== null) setChosen(wanted);
  }, [wanted]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `text` stands for the ids
  useEffect(() => {
    if (ids === null) return;
    setChosen((now) => {
      // One that was asked for by name and was never in the list stays: it is shown for what it is.
      const named = now !== null && now === wanted && !before.current.includes(now);
      return named ? now : nextChoice(before.current, ids, now);
    });
    const list = ids;
    return () => {
      before.current = list;
    };
  }, [text, wanted]);
  return [chosen, setChosen] as const;
}

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
