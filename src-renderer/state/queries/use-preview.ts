import { useEffect, useState } from 'react';
import type { Failure } from '../../../src-main/contract/result.ts';
import type { FolderRule } from '../../../src-main/contract/settings.ts';
import type { FolderPreview } from '../../../src-main/contract/views/folder.ts';
import { useHost } from '../host-context.ts';

const QUIET_MS = 350;
/** After this number of milliseconds, the form no longer waits for the preview, because a hung network drive never responds. */
const LONGEST_MS = 20_000;

export interface Preview {
  readonly data: FolderPreview | null;
  readonly failure: Failure | null;
  readonly looking: boolean;
}

const NONE: Preview = { data: null, failure: null, looking: false };

/** Returns what a rule would send and ignore now, `QUIET_MS` after its last change. If `anew` is true, sent documents count as new. */
export function usePreview(rule: FolderRule | null, anew = false): Preview {
  const host = useHost();
  const [preview, setPreview] = useState(NONE);
  const text = rule === null ? null : JSON.stringify(rule);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `text` contains the values of `rule`, which is a new object at each render
  useEffect(() => {
    if (rule === null) return setPreview(NONE);
    let over = false;
    setPreview(({ data }) => ({ data, failure: null, looking: true }));
    const timer = setTimeout(async () => {
      const result = await host.call('folders.preview', { rule, anew });
      if (over) return;
      setPreview(result.ok ? { ...NONE, data: result.value } : { ...NONE, failure: result.error });
    }, QUIET_MS);
    const late = setTimeout(() => {
      if (!over) setPreview((now) => (now.looking ? NONE : now));
    }, LONGEST_MS);
    return () => {
      over = true;
      clearTimeout(late);
      clearTimeout(timer);
    };
  }, [host, text]);
  return preview;
}
