import { useEffect, useState } from 'react';
import { ProgressBar } from 'react-aria-components';
import { t } from '../strings/translate.ts';
import './progress.css';

interface ProgressProps {
  readonly label: string;
  readonly value?: number;
  readonly total?: number;
}

export function Progress({ label, value, total = 1 }: ProgressProps) {
  return (
    <ProgressBar
      aria-label={label}
      value={value ?? 0}
      maxValue={Math.max(total, 1)}
      isIndeterminate={value === undefined}
    >
      {({ percentage, isIndeterminate }) => (
        <div className="progress-track">
          <div
            className={isIndeterminate ? 'progress-fill progress-unknown' : 'progress-fill'}
            style={isIndeterminate ? undefined : { width: `${percentage ?? 0}%` }}
          />
        </div>
      )}
    </ProgressBar>
  );
}

/** A progress bar that appears after half a second, so that a fast response causes no flicker. */
export function Loading({ label = t('common.loading') }: { readonly label?: string }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 500);
    return () => clearTimeout(timer);
  }, []);
  return shown ? <Progress label={label} /> : null;
}
