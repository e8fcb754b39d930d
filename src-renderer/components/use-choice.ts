import { useEffect, useRef, useState } from 'react';

/** The chosen row of a changing list: first the wanted row. After the chosen row leaves the list, the following row is chosen. */
export function useChoice(ids: readonly string[] | null, wanted: string | null = null) {
  const [chosen, setChosen] = useState<string | null>(wanted);
  const before = useRef<readonly string[]>([]);
  const text = ids?.join(' ') ?? null;
  useEffect(() => {
    if (wanted !== null) setChosen(wanted);
  }, [wanted]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `text` contains the ids
  useEffect(() => {
    if (ids === null) return;
    setChosen((now) => {
      // A row that was requested by id stays chosen, even if the list never had it.
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
 * The chosen row after a change of the list: the same row if it is still there, otherwise the row now in its place, otherwise the last row.
 * `before` is the list that still had `chosen`.
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
