import { type ReactNode, useId } from 'react';

interface GroupProps {
  readonly id: string;
  readonly title: string;
  readonly text?: string;
  readonly children: ReactNode;
}

/** One group of settings with its heading; `id` is where the list of groups leads to. */
export function Group({ id, title, text, children }: GroupProps) {
  const label = useId();
  return (
    <section className="stack gap-4 settings-group card" aria-labelledby={label} id={`settings-${id}`}>
      <div>
        <h2 id={label} tabIndex={-1}>
          {title}
        </h2>
        {text !== undefined && <p className="quiet">{text}</p>}
      </div>
      {children}
    </section>
  );
}
