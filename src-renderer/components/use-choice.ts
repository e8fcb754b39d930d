import { useEffect, useRef, useState } from 'react';

/**
 * Returns the id of the chosen row of a list that changes over time, and a function that chooses another row. The first choice is `wanted`.
 * When the chosen row leaves the list, the next row is chosen.
 */
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
      // Another screen linked to the row `wanted`, so this row stays chosen even if the list never contained the row.
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

/** Returns the chosen row after a change of the list: `chosen` if present, otherwise the next remaining row, or the last row. */
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
