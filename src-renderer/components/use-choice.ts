import { useEffect, useRef, useState } from 'react';

/** Returns the id of the chosen row, at first `wanted`, and a function that chooses a row. If the row leaves the list, the next is chosen. */
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

/** Returns the row to choose after a change of the list: `chosen` if `now` contains it, or else the next row of `before` that remains. */
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
