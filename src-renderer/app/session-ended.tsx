import { useEffect } from 'react';
import type { Failure } from '../../src-main/contract/result.ts';
import { Empty } from '../components/empty.tsx';
import { forgetLive } from '../state/live.ts';
import { t } from '../strings/translate.ts';

/** In place of every screen, once this window is not let in (any more). Nothing of what it showed stays. */
export function SessionEnded({ failure }: { readonly failure: Failure | null }) {
  useEffect(() => {
    forgetLive();
    document.title = t('shell.title');
    const stay = (event: DragEvent) => event.preventDefault();
    window.addEventListener('dragover', stay);
    window.addEventListener('drop', stay);
    return () => {
      window.removeEventListener('dragover', stay);
      window.removeEventListener('drop', stay);
    };
  }, []);
  return (
    <main className="stack shell-ended">
      <h1 className="shell-ended-mark">{t('common.appName')}</h1>
      <div role="alert">
        <Empty title={failure?.message ?? t('shell.endedTitle')}>
          {failure?.next ?? t('shell.endedText')}
        </Empty>
      </div>
    </main>
  );
}
