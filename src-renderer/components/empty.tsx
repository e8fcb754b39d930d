import type { ReactNode } from 'react';
import './empty.css';

interface EmptyProps {
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

/** What an empty place says: why it is empty, and what to do. */
export function Empty({ title, children, action }: EmptyProps) {
  return (
    <div className="empty">
      <p className="empty-title">{title}</p>
      {children != null && <p className="empty-text">{children}</p>}
      {action}
    </div>
  );
}
