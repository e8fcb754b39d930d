import { useCallback, useState } from 'react';
import type { AuditStanding } from '../../../src-main/contract/views/audit.ts';
import { useAction } from '../../state/use-verb.ts';

/** How the record stood when it was last checked, and what checks it. */
export function useStanding() {
  const { run, busy, failure } = useAction('audit.verify');
  const [standing, setStanding] = useState<AuditStanding | null>(null);
  const check = useCallback(async () => {
    const result = await run({});
    if (result.ok) setStanding(result.value);
  }, [run]);
  return { standing, busy, failure, check };
}
