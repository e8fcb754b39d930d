import { useCallback, useEffect, useRef, useState } from 'react';
import type { Failure, Result } from '../../../src-main/contract/result.ts';
import { useLive } from '../live.ts';

export interface Page<Row> {
  readonly count: number;
  readonly rows: readonly Row[];
  /** Whether the engine searched all rows for this response. If false, the engine searched only the newest rows. */
  readonly whole: boolean;
}

type Extent = 'newest' | 'all';

export interface Pages<Row> {
  readonly count: number | null;
  readonly failure: Failure | null;
  readonly loading: boolean;
  /** Whether `count` is the number of all rows. False until the search of all rows has ended. */
  readonly whole: boolean;
  /** Returns the row at an index of the whole list; null while the row is loading. */
  rowAt(index: number): Row | null;
  /** Must be called with the indexes of the first and the last visible row, and with the index of one other row to load. */
  show(first: number, last: number, other: number): void;
}

const PAGE = 50;
/** If a page is more than this number of pages away from the visible pages, its rows are removed from memory. */
const NEAR = 40;
const AGAIN_MS = 2_000;
// The search of all rows starts after this many milliseconds without a new query, because this search is too slow for each typed letter.
const CALM_MS = 300;

interface Loaded<Row> {
  readonly key: string;
  readonly count: number | null;
  readonly whole: boolean;
  readonly pages: ReadonlyMap<number, readonly Row[]>;
}

type Ask<Row> = (offset: number, length: number, extent: Extent) => Promise<Result<Page<Row>>>;

interface Question<Row> {
  readonly key: string;
  readonly ask: Ask<Row>;
  /** The revision of the engine at the last request of a page, by page number. Contains only pages whose response was `whole`. */
  readonly answered: Map<number, number>;
  /** The extent of the next request. The first request asks for the newest rows, because that search is fast. */
  extent: Extent;
  waits: boolean;
}

/**
 * Returns a long list that loads its visible pages, and loads the pages again after a change in the engine.
 * - Requests run one after another. The first request of a query searches only the newest rows, because that search is fast.
 * - A changed `key` is a new query. The old rows stay until the first response to the new query.
 * - A new query does not wait for a running search of all rows, and waits for a running search of the newest rows.
 */
export function usePages<Row>(key: string, ask: Ask<Row>): Pages<Row> {
  const revision = useLive((live) => live.overview?.revision ?? 0);
  const [needed, setNeeded] = useState<readonly number[]>([0]);
  const [loaded, setLoaded] = useState<Loaded<Row>>({ key, count: null, whole: true, pages: new Map() });
  const [failure, setFailure] = useState<Failure | null>(null);
  const [tries, setTries] = useState(0);
  const current = useRef<Question<Row> | null>(null);
  const underWay = useRef<{ readonly question: Question<Row>; readonly extent: Extent } | null>(null);
  const again = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wanted = useRef({ needed, revision });
  wanted.current = { needed, revision };

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` changes with `ask`; a change of another dependency causes a request
  useEffect(() => {
    if (current.current?.key !== key)
      current.current = { key, ask, answered: new Map(), extent: 'newest', waits: false };
    const keep = (
      { key: asked, answered }: Question<Row>,
      page: number,
      { count, rows, whole }: Page<Row>,
    ) => {
      const near = [page, ...wanted.current.needed];
      const isNear = (one: number) => near.some((other) => Math.abs(one - other) <= NEAR);
      for (const one of answered.keys()) if (!isNear(one)) answered.delete(one);
      setLoaded((before) => {
        const kept = before.key === asked ? [...before.pages].filter(([one]) => isNear(one)) : [];
        return { key: asked, count, whole, pages: new Map([...kept, [page, rows]]) };
      });
    };
    const later = (ms: number, ready: () => void = () => undefined) => {
      again.current = setTimeout(() => {
        ready();
        setTries((before) => before + 1);
      }, ms);
    };
    const work = async () => {
      const before = underWay.current;
      if (before !== null && (before.extent === 'newest' || before.question === current.current)) return;
      let own: typeof before = null;
      try {
        for (
          let question = current.current;
          question !== null && !question.waits;
          question = current.current
        ) {
          const { needed: pages, revision: at } = wanted.current;
          const page = nextPage(pages, question.answered, at);
          if (page === null) break;
          own = { question, extent: question.extent };
          underWay.current = own;
          const result = await question.ask(page * PAGE, PAGE, own.extent);
          // While this request searched all rows, a newer query started its own request. This response is ignored.
          if (underWay.current !== own) return;
          if (current.current !== question) continue;
          setFailure(result.ok ? null : result.error);
          clearTimeout(again.current);
          if (!result.ok) {
            later(AGAIN_MS);
            break;
          }
          const { value } = result;
          question.extent = 'all';
          question.waits = !value.whole;
          if (value.whole) question.answered.set(page, at);
          else
            later(CALM_MS, () => {
              question.waits = false;
            });
          keep(question, page, value);
        }
      } finally {
        if (underWay.current === own) underWay.current = null;
      }
    };
    void work();
  }, [key, revision, needed, tries]);
  useEffect(
    () => () => {
      current.current = null;
      clearTimeout(again.current);
    },
    [],
  );

  const show = useCallback((first: number, last: number, other: number) => {
    const now = pagesOf(first, last, other);
    setNeeded((before) => (`${before}` === `${now}` ? before : now));
  }, []);
  const { pages } = loaded;
  const rowAt = useCallback(
    (index: number) => pages.get(Math.floor(index / PAGE))?.[index % PAGE] ?? null,
    [pages],
  );
  const { count, whole } = loaded;
  return { count, whole, failure, loading: loaded.key !== key || count === null, rowAt, show };
}

/** Returns the page to request next: a page without a response, or else the page with the oldest response; null if all are current. */
export function nextPage(
  pages: readonly number[],
  answered: ReadonlyMap<number, number>,
  revision: number,
): number | null {
  const at = (page: number) => answered.get(page) ?? Number.NEGATIVE_INFINITY;
  const old = pages.filter((page) => at(page) !== revision).sort((a, b) => at(a) - at(b));
  return old[0] ?? null;
}

function pagesOf(first: number, last: number, other: number): readonly number[] {
  const [from, to] = [Math.floor(first / PAGE), Math.floor(last / PAGE)];
  const pages = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return [...new Set([...pages, Math.floor(other / PAGE)])];
}
