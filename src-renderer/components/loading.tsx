import { useEffect, useState } from 'react';
import { t } from '../strings/translate.ts';
import { Progress } from './progress.tsx';

/** Says that something is on its way, once that has taken a moment; an answer that comes at once shows nothing of it. */
export function Loading({ label = t('common.loading') }: { readonly label?: string }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 500);
    return () => clearTimeout(timer);
  }, []);
  return shown ? <Progress label={label} /> : null;
}
