import { useCallback, useEffect, useRef, useState } from 'react';
import type { Failure, Result } from '../../src-main/contract/result.ts';
import { useLive } from './live.ts';

export interface Page<Row> {
  readonly count: number;
  readonly rows: readonly Row[];
}

export interface Pages<Row> {
  /** How many rows there are in all; null until the first answer. */
  readonly count: number | null;
  readonly failure: Failure | null;
  readonly loading: boolean;
  /** The row at a place of the whole list; null while it is on its way. */
  rowAt(index: number): Row | null;
  /** Tells which rows are seen, so that they are asked for. */
  show(first: number, last: number): void;
}

const PAGE = 100;

interface Loaded<Row> {
  readonly key: string;
  readonly count: number | null;
  readonly pages: ReadonlyMap<number, readonly Row[]>;
}

/**
 * A long list of which only what is seen is asked for, page by page, and asked again when something has changed. `key` names
 * the question: with another one everything starts anew, the old rows staying until the first new ones are there.
 */
export function usePages<Row>(
  key: string,
  ask: (offset: number, length: number) => Promise<Result<Page<Row>>>,
): Pages<Row> {
  const revision = useLive((live) => live.overview?.revision ?? 0);
  const [seen, setSeen] = useState({ first: 0, last: 0 });
  const [loaded, setLoaded] = useState<Loaded<Row>>({ key, count: null, pages: new Map() });
  const [failure, setFailure] = useState<Failure | null>(null);
  const asked = useRef({ key: '', pages: new Map<number, number>() });
  const question = useRef(ask);
  question.current = ask;

  useEffect(() => {
    if (asked.current.key !== key) asked.current = { key, pages: new Map() };
    const { pages } = asked.current;
    const load = async (page: number) => {
      pages.set(page, revision);
      const result = await question.current(page * PAGE, PAGE);
      if (asked.current.key !== key) return;
      setFailure(result.ok ? null : result.error);
      if (!result.ok) return;
      const { count, rows } = result.value;
      setLoaded((before) => {
        const kept = before.key === key ? before.pages : [];
        return { key, count, pages: new Map([...kept, [page, rows]]) };
      });
    };
    for (let page = Math.floor(seen.first / PAGE); page <= Math.floor(seen.last / PAGE); page++) {
      if (pages.get(page) !== revision) void load(page);
    }
  }, [key, revision, seen]);

  const show = useCallback((first: number, last: number) => {
    setSeen((before) => (before.first === first && before.last === last ? before : { first, last }));
  }, []);
  const { pages } = loaded;
  const rowAt = useCallback(
    (index: number) => pages.get(Math.floor(index / PAGE))?.[index % PAGE] ?? null,
    [pages],
  );
  return { count: loaded.count, failure, loading: loaded.key !== key || loaded.count === null, rowAt, show };
}
