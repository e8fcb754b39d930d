import { type ReactNode, useEffect, useRef } from 'react';
import './split.css';

interface SplitProps {
  readonly list: ReactNode;
  readonly chosen: string | null;
  readonly label: string;
  readonly children: ReactNode;
}

/**
 * A list and the details of the chosen row. If the chosen row changes while no element has the focus, the heading marked
 * `data-detail-heading` takes the focus, so that the keyboard keeps its place.
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
      // The shell moves a lost focus to its main part, so the main part counts as "no element".
      const nowhere = at === null || at === document.body || at.contains(pane);
      if (!(heading instanceof HTMLElement)) return false;
      if (nowhere) heading.focus();
      return true;
    };
    if (watch()) return;
    // The heading may appear later, because the details may still be loading.
    const observer = new MutationObserver(() => watch() && observer.disconnect());
    observer.observe(pane, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [chosen]);
  return (
    <div className="split-frame">
      <div className="split">
        <div className="stack gap-2 min-0 split-list">{list}</div>
        <section ref={detail} aria-label={label} className="min-0 split-detail">
          {children}
        </section>
      </div>
    </div>
  );
}
