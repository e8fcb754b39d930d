import { useCallback, useEffect, useRef, useState } from 'react';
import type { Failure, Result } from '../../../src-main/contract/result.ts';
import { useLive } from '../live.ts';

interface Page<Row> {
  readonly count: number;
  readonly more: boolean;
  readonly rows: readonly Row[];
}

interface Keyset<Row> {
  readonly count: number | null;
  /** The number of loaded rows, plus 1 if older rows can still be loaded, so that a person can scroll on while these load. */
  readonly length: number;
  readonly failure: Failure | null;
  rowAt(index: number): Row | null;
  /** Must be called with the indexes of the visible rows. If `last` is near the end of the loaded rows, loads older rows. */
  show(first: number, last: number): void;
}

const AHEAD = 40;

/** Returns a list with the newest row first. `show` loads older rows when needed. A new `key` starts a new list. */
export function useKeyset<Row extends { readonly seq: number }>(
  key: string,
  ask: (before: number | null) => Promise<Result<Page<Row>>>,
): Keyset<Row> {
  const revision = useLive((live) => live.overview?.revision ?? 0);
  const [loaded, setLoaded] = useState<(Page<Row> & { readonly key: string }) | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const question = useRef({ ask, key, busy: false });
  question.current.ask = ask;
  question.current.key = key;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `key` or `revision` may mean that there are new rows
  useEffect(() => {
    void question.current.ask(null).then((result) => {
      if (question.current.key !== key) return;
      setFailure(result.ok ? null : result.error);
      if (!result.ok) return;
      setLoaded((before) =>
        before === null || before.key !== key
          ? { key, ...result.value }
          : { key, ...joined(result.value, before) },
      );
    });
  }, [key, revision]);

  const show = useCallback(
    (_first: number, last: number) => {
      const oldest = loaded?.rows.at(-1);
      if (loaded === null || oldest === undefined || !loaded.more || last < loaded.rows.length - AHEAD)
        return;
      if (question.current.busy) return;
      question.current.busy = true;
      void question.current.ask(oldest.seq).then((result) => {
        question.current.busy = false;
        if (!result.ok) return setFailure(result.error);
        setLoaded((now) =>
          now === null || now.key !== loaded.key || now.rows.at(-1)?.seq !== oldest.seq
            ? now
            : { ...now, more: result.value.more, rows: [...now.rows, ...result.value.rows] },
        );
      });
    },
    [loaded],
  );
  const rows = loaded?.rows ?? [];
  return {
    count: loaded?.count ?? null,
    length: rows.length + (loaded?.more === true ? 1 : 0),
    failure,
    rowAt: (index) => rows[index] ?? null,
    show,
  };
}

/** Joins the newest page with the rows that were loaded before. If rows are missing between the two, returns only the newest page. */
function joined<Row extends { readonly seq: number }>(newest: Page<Row>, before: Page<Row>): Page<Row> {
  const last = newest.rows.at(-1);
  const top = before.rows[0];
  if (last === undefined || top === undefined || last.seq > top.seq) return newest;
  const older = before.rows.filter(({ seq }) => seq < last.seq);
  return {
    count: newest.count,
    more: older.length === 0 ? newest.more : before.more,
    rows: [...newest.rows, ...older],
  };
}
