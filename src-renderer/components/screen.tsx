import type { ReactNode } from 'react';
import './screen.css';

interface ScreenProps {
  readonly title: string;
  readonly className?: string;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Screen({ title, className = '', lead, actions, children }: ScreenProps) {
  return (
    <div className={`stack gap-5 screen ${className}`}>
      <header className="screen-header">
        <div className="min-0">
          <h1>{title}</h1>
          {lead != null && <p className="soft screen-lead">{lead}</p>}
        </div>
        {actions != null && <div className="wrap gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

interface SectionProps {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ title, actions, children }: SectionProps) {
  return (
    <section className="section" aria-label={title}>
      <div className="section-header">
        <h2>{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}

interface EmptyProps {
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

export function Empty({ title, children, action }: EmptyProps) {
  return (
    <div className="stack gap-3 middle empty">
      <p className="empty-title">{title}</p>
      {children != null && <p className="soft empty-text">{children}</p>}
      {action}
    </div>
  );
}

/** A name with a value, for a `dl` with the class `facts`. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
