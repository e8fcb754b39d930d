import type { Failure } from '../../src-main/contract/result.ts';
import { Empty } from '../components/empty.tsx';
import { t } from '../strings/translate.ts';

/** In place of every screen, once this window is not let in (any more). Nothing of what it showed stays. */
export function SessionEnded({ failure }: { readonly failure: Failure | null }) {
  return (
    <main className="shell-ended">
      <h1 className="shell-ended-mark">{t('common.appName')}</h1>
      <div role="alert">
        <Empty title={failure?.message ?? t('shell.endedTitle')}>
          {failure?.next ?? t('shell.endedText')}
        </Empty>
      </div>
    </main>
  );
}
