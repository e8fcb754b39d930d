import type { ReactNode } from 'react';
import './screen.css';

/** One screen: its title, what can be done on it, and its contents, which scroll. */
export function Screen({
  title,
  lead,
  actions,
  children,
}: {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div className="screen">
      <header className="screen-header">
        <div className="screen-titles">
          <h1>{title}</h1>
          {lead != null && <p className="screen-lead">{lead}</p>}
        </div>
        {actions != null && <div className="screen-actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** A part of a screen with a heading of its own. */
export function Section({
  title,
  actions,
  children,
}: {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
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
