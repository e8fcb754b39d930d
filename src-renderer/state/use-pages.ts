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
  /** Tells which rows are seen, and which other one is needed, so that they are asked for. */
  show(first: number, last: number, other: number): void;
}

const PAGE = 100;
/** Pages farther than this from what is needed are forgotten. */
const NEAR = 20;
const AGAIN_MS = 2_000;

interface Loaded<Row> {
  readonly key: string;
  readonly count: number | null;
  readonly pages: ReadonlyMap<number, readonly Row[]>;
}

type Ask<Row> = (offset: number, length: number) => Promise<Result<Page<Row>>>;

/** What is known of one question: at which revision each page was answered. */
interface Question<Row> {
  readonly key: string;
  readonly ask: Ask<Row>;
  readonly answered: Map<number, number>;
}

/**
 * A long list of which only what is seen is asked for, page by page, and asked again when something has changed. One page is
 * asked for at a time, and then what is seen by then: what was only scrolled past is never asked for. `key` names the
 * question: with another one everything starts anew, the old rows staying until the first new ones are there. Of questions that
 * follow one another while one is under way, as the letters of a name, only the last is asked.
 */
export function usePages<Row>(key: string, ask: Ask<Row>): Pages<Row> {
  const revision = useLive((live) => live.overview?.revision ?? 0);
  const [needed, setNeeded] = useState<readonly number[]>([0]);
  const [loaded, setLoaded] = useState<Loaded<Row>>({ key, count: null, pages: new Map() });
  const [failure, setFailure] = useState<Failure | null>(null);
  const [failures, setFailures] = useState(0);
  const current = useRef<Question<Row> | null>(null);
  const underWay = useRef(false);
  const again = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wanted = useRef({ needed, revision });
  wanted.current = { needed, revision };

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for `ask`; the others are why to look again
  useEffect(() => {
    if (current.current?.key !== key) current.current = { key, ask, answered: new Map() };
    const keep = ({ key: asked, answered }: Question<Row>, page: number, { count, rows }: Page<Row>) => {
      const near = [page, ...wanted.current.needed];
      const isNear = (one: number) => near.some((other) => Math.abs(one - other) <= NEAR);
      for (const one of answered.keys()) if (!isNear(one)) answered.delete(one);
      setLoaded((before) => {
        const kept = before.key === asked ? [...before.pages].filter(([one]) => isNear(one)) : [];
        return { key: asked, count, pages: new Map([...kept, [page, rows]]) };
      });
    };
    const work = async () => {
      if (underWay.current) return;
      underWay.current = true;
      try {
        for (let question = current.current; question !== null; question = current.current) {
          const { needed: pages, revision: at } = wanted.current;
          const page = nextOf(pages, question.answered, at);
          if (page === null) break;
          const result = await question.ask(page * PAGE, PAGE);
          if (current.current !== question) continue;
          setFailure(result.ok ? null : result.error);
          clearTimeout(again.current);
          if (!result.ok) {
            again.current = setTimeout(() => setFailures((before) => before + 1), AGAIN_MS);
            break;
          }
          question.answered.set(page, at);
          keep(question, page, result.value);
        }
      } finally {
        underWay.current = false;
      }
    };
    void work();
  }, [key, revision, needed, failures]);
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
  return { count: loaded.count, failure, loading: loaded.key !== key || loaded.count === null, rowAt, show };
}

/** The page to ask for next: one that was never answered, then the one that was so the longest ago; null where all are new. */
export function nextOf(
  pages: readonly number[],
  answered: ReadonlyMap<number, number>,
  revision: number,
): number | null {
  const at = (page: number) => answered.get(page) ?? Number.NEGATIVE_INFINITY;
  const old = pages.filter((page) => at(page) !== revision).sort((a, b) => at(a) - at(b));
  return old[0] ?? null;
}

/** The pages of these rows, what is seen first. */
function pagesOf(first: number, last: number, other: number): readonly number[] {
  const [from, to] = [Math.floor(first / PAGE), Math.floor(last / PAGE)];
  const pages = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return [...new Set([...pages, Math.floor(other / PAGE)])];
}
