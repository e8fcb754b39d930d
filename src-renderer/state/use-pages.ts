import { useCallback, useEffect, useRef, useState } from 'react';
import type { Failure, Result } from '../../src-main/contract/result.ts';
import { useLive } from './live.ts';

export interface Page<Row> {
  readonly count: number;
  readonly rows: readonly Row[];
  /** Whether everything was looked at; else it is asked for again, for all. */
  readonly whole: boolean;
}

type Extent = 'newest' | 'all';

export interface Pages<Row> {
  /** How many rows there are in all; null until the first answer. */
  readonly count: number | null;
  readonly failure: Failure | null;
  readonly loading: boolean;
  /** Whether `count` is of all; else only the newest were looked at so far, and the others are. */
  readonly whole: boolean;
  /** The row at a place of the whole list; null while it is on its way. */
  rowAt(index: number): Row | null;
  /** Tells which rows are seen, and which other one is needed, so that they are asked for. */
  show(first: number, last: number, other: number): void;
}

const PAGE = 100;
/** Pages farther than this from what is needed are forgotten. */
const NEAR = 20;
const AGAIN_MS = 2_000;
/** All are looked at when no other question came for so long, as that of a next letter would. */
const CALM_MS = 300;

interface Loaded<Row> {
  readonly key: string;
  readonly count: number | null;
  readonly whole: boolean;
  readonly pages: ReadonlyMap<number, readonly Row[]>;
}

type Ask<Row> = (offset: number, length: number, extent: Extent) => Promise<Result<Page<Row>>>;

/** What is known of one question. */
interface Question<Row> {
  readonly key: string;
  readonly ask: Ask<Row>;
  /** At which revision each page was answered. */
  readonly answered: Map<number, number>;
  /** What is asked for next: the newest first of all, which takes the least. */
  extent: Extent;
  /** Whether all are asked for a little later. */
  waits: boolean;
}

/**
 * A long list of which only what is seen is asked for, page by page, and asked again when something has changed. One page is
 * asked for at a time, and then what is seen by then: what was only scrolled past is never asked for. `key` names the
 * question: with another one everything starts anew, the old rows staying until the first new ones are there. Of questions that
 * follow one another while one is under way, as the letters of a name, only the last is asked; none waits for a look at all.
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for `ask`; the others are why to look again
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
          const page = nextOf(pages, question.answered, at);
          if (page === null) break;
          own = { question, extent: question.extent };
          underWay.current = own;
          const result = await question.ask(page * PAGE, PAGE, own.extent);
          // Another question began while all were looked at for this one, and has its own turn.
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
