import { useEffect, useState } from 'react';
import type { Failure } from '../../../src-main/contract/result.ts';
import type { FolderRule } from '../../../src-main/contract/settings.ts';
import type { FolderPreview } from '../../../src-main/contract/views/folder.ts';
import { useHost } from '../../state/host-context.ts';

const QUIET_MS = 350;

export interface Preview {
  readonly data: FolderPreview | null;
  readonly failure: Failure | null;
  readonly looking: boolean;
}

/** What a rule would do with what lies in its folder, asked anew a moment after the rule has changed. */
export function usePreview(rule: FolderRule | null): Preview {
  const host = useHost();
  const [preview, setPreview] = useState<Preview>({ data: null, failure: null, looking: false });
  const text = rule === null ? null : JSON.stringify(rule);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `text` stands for the rule
  useEffect(() => {
    if (rule === null) {
      setPreview({ data: null, failure: null, looking: false });
      return;
    }
    let over = false;
    setPreview(({ data }) => ({ data, failure: null, looking: true }));
    const timer = setTimeout(async () => {
      const result = await host.call('folders.preview', { rule });
      if (over) return;
      setPreview(
        result.ok
          ? { data: result.value, failure: null, looking: false }
          : { data: null, failure: result.error, looking: false },
      );
    }, QUIET_MS);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [host, text]);
  return preview;
}
