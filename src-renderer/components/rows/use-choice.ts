import { useEffect, useRef, useState } from 'react';

/**
 * Returns the id of the chosen row of a list that changes over time, and a function that chooses another row. At first, the row `wanted` is
 * chosen. When the chosen row leaves the list, the next row becomes the chosen row.
 */
export function useChoice(ids: readonly string[] | null, wanted: string | null = null) {
  const [chosen, setChosen] = useState<string | null>(wanted);
  const before = useRef<readonly string[]>([]);
  const text = ids?.join(' ') ?? null;
  useEffect(() => {
    if (wanted !== null) setChosen(wanted);
  }, [wanted]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `text` contains all `ids`, which is a new array at each render
  useEffect(() => {
    if (ids === null) return;
    setChosen((now) => {
      // Another screen opened this screen with the row `wanted`. This row stays chosen even if the list never contained the row.
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
 * Returns the id of the row that is chosen after a list has changed from `before` to `now`: `chosen` if `now` contains this row; otherwise
 * the next row of `before` that remains, or the last row. Returns the first row of `now` if `before` does not contain `chosen`.
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
