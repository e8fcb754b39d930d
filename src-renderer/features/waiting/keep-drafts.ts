import { useEffect } from 'react';
import { useHost } from '../../state/host-context.ts';
import { beforeLocking } from '../../state/lock.ts';
import { takeKept, typedNow, useDrafts } from './drafts.ts';

const AFTER_MS = 300;

/**
 * Keeps what is typed into answers with the engine, so that a lock, a reload or another window loses nothing; brings back what
 * was kept, and the documents that were added.
 */
export function useKeptDrafts(): void {
  const host = useHost();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let kept = '{}';
    const keep = async () => {
      clearTimeout(timer);
      const typed = typedNow();
      const text = JSON.stringify(typed);
      if (text === kept) return;
      kept = text;
      await host.call('drafts.keep', { typed });
    };
    let end = () => {};
    let ended = false;
    void host.call('drafts.kept', {}).then((result) => {
      if (ended) return;
      if (result.ok) {
        kept = JSON.stringify(result.value.typed);
        takeKept(result.value);
      }
      void keep();
      end = useDrafts.subscribe(() => {
        clearTimeout(timer);
        timer = setTimeout(() => void keep(), AFTER_MS);
      });
    });
    beforeLocking(keep);
    return () => {
      ended = true;
      clearTimeout(timer);
      beforeLocking(null);
      end();
    };
  }, [host]);
}
