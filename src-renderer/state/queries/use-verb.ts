import { useCallback, useEffect, useRef, useState } from 'react';
import type { Failure, Result } from '../../../src-main/contract/result.ts';
import type { VerbInput, VerbName, VerbOutput } from '../../../src-main/contract/verbs/index.ts';
import { failureInWords } from '../../strings/problem-text.ts';
import { useHost } from '../host-context.ts';
import { useLive } from '../live.ts';

export interface Asked<T> {
  /** The newest response. While the next request runs, the previous response stays. */
  readonly data: T | null;
  /** The input that `data` answers, as JSON. Empty before the first response. */
  readonly answered: string;
  readonly failure: Failure | null;
  readonly loading: boolean;
  refresh(): void;
}

/** Calls a verb of the engine, and calls it again after a change of `input` or of the revision. If `input` is null, calls nothing. */
export function useVerb<N extends VerbName>(name: N, input: VerbInput<N> | null): Asked<VerbOutput<N>> {
  const host = useHost();
  const revision = useLive((live) => live.overview?.revision ?? 0);
  const [data, setData] = useState<VerbOutput<N> | null>(null);
  const [answered, setAnswered] = useState('');
  const [failure, setFailure] = useState<Failure | null>(null);
  const [loading, setLoading] = useState(input !== null);
  const [asked, setAsked] = useState(0);
  const text = input === null ? null : JSON.stringify(input);
  const latest = useRef({ input, busy: false, again: false, shown: '' });
  latest.current.input = input;

  const ask = useCallback(async () => {
    const state = latest.current;
    if (state.input === null) return;
    if (state.busy) {
      state.again = true;
      return;
    }
    state.busy = true;
    const wanted = JSON.stringify(state.input);
    if (wanted !== state.shown) setLoading(true);
    const result = await host.call(name, state.input);
    state.busy = false;
    const stale = JSON.stringify(latest.current.input) !== wanted;
    if (!stale) {
      // An equal response keeps the previous object, so that React does not render the screen again.
      if (result.ok) setData((previous) => (isEqual(previous, result.value) ? previous : result.value));
      if (result.ok) setAnswered(wanted);
      setFailure(result.ok ? null : failureInWords(result.error));
      setLoading(false);
      state.shown = wanted;
    }
    if (stale || state.again) {
      state.again = false;
      void ask();
    }
  }, [host, name]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of any dependency repeats the call
  useEffect(() => {
    void ask();
  }, [ask, text, revision, asked]);

  const refresh = useCallback(() => setAsked((count) => count + 1), []);
  return { data, answered, failure, loading, refresh };
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export function useAction<N extends VerbName>(name: N) {
  const host = useHost();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const run = useCallback(
    async (input: VerbInput<N>): Promise<Result<VerbOutput<N>>> => {
      setBusy(true);
      setFailure(null);
      const result = await host.call(name, input);
      setBusy(false);
      if (!result.ok) setFailure(failureInWords(result.error));
      return result;
    },
    [host, name],
  );
  const forget = useCallback(() => setFailure(null), []);
  return { run, busy, failure, forget };
}
