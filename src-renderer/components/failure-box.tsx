import type { ReactNode } from 'react';
import type { Failure } from '../../src-main/contract/result.ts';
import { t } from '../strings/translate.ts';
import './failure-box.css';

interface FailureBoxProps {
  readonly failure: Pick<Failure, 'message' | 'next'>;
  readonly children?: ReactNode;
}

export function FailureBox({ failure, children }: FailureBoxProps) {
  return (
    <div className="stack gap-1 failure-box" role="alert">
      <p className="strong">{failure.message}</p>
      <p>{t('common.whatToDo', { next: failure.next })}</p>
      {children != null && <div className="wrap gap-2 failure-box-actions">{children}</div>}
    </div>
  );
}
