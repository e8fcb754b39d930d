import { type ReactNode, useEffect, useRef } from 'react';
import './split.css';

interface SplitProps {
  readonly list: ReactNode;
  readonly chosen: string | null;
  readonly label: string;
  readonly children: ReactNode;
}

/**
 * A list and, beside or below it, the chosen one in full. When the chosen one changes while nothing has the focus (what had it
 * is gone), its heading, marked `data-detail-heading`, takes the focus, so that a keyboard never stands nowhere.
 */
export function Split({ list, chosen, children, label }: SplitProps) {
  const detail = useRef<HTMLElement>(null);
  const before = useRef(chosen);
  useEffect(() => {
    if (before.current === chosen) return;
    const isFirst = before.current === null;
    before.current = chosen;
    const pane = detail.current;
    if (pane === null || isFirst) return;
    if (pane.getBoundingClientRect().top < 0) pane.scrollIntoView({ block: 'start' });
    const watch = () => {
      const heading = pane.querySelector('[data-detail-heading]');
      const { activeElement: at } = document;
      // The shell takes a focus that was lost to its main part, for want of a better place.
      const nowhere = at === null || at === document.body || at.contains(pane);
      if (!(heading instanceof HTMLElement)) return false;
      if (nowhere) heading.focus();
      return true;
    };
    if (watch()) return;
    // The details may be on their way still.
    const observer = new MutationObserver(() => watch() && observer.disconnect());
    observer.observe(pane, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [chosen]);
  return (
    <div className="split-frame">
      <div className="split">
        <div className="stack gap-2 split-list">{list}</div>
        <section ref={detail} aria-label={label} className="split-detail">
          {children}
        </section>
      </div>
    </div>
  );
}
