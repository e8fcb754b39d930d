import { type ReactNode, useEffect, useRef } from 'react';
import { t } from '../strings/translate.ts';
import { PickList, type PickListProps } from './input/pick-list.tsx';
import './split.css';

/**
 * Shows a list and, beside the list, the details of the chosen row. If another row is chosen while no element has the focus, the heading of
 * the details (`data-detail-heading`) gets the focus, so that keyboard users continue there. In a narrow window, and with large text, the
 * details are below the list, so a click or Enter on a row shows the details and focuses their heading.
 */
export function Split<Row extends { readonly uuid: string }>({
  children,
  ...list
}: Omit<PickListProps<Row>, 'onOpen'> & { readonly children: ReactNode }) {
  const { chosen } = list;
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
      // The shell focuses `main` if the focused element disappears, so a focus on `main` counts as no focus.
      const nowhere = at === null || at === document.body || at.contains(pane);
      if (!(heading instanceof HTMLElement)) return false;
      if (nowhere) heading.focus();
      return true;
    };
    if (watch()) return;
    // The details may still be loading, so the heading may appear later.
    const observer = new MutationObserver(() => watch() && observer.disconnect());
    observer.observe(pane, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [chosen]);
  const showBelow = () => {
    const pane = detail.current;
    const list = pane?.previousElementSibling ?? null;
    if (pane === null || list === null) return;
    if (pane.getBoundingClientRect().top < list.getBoundingClientRect().bottom) return;
    // While the heading is loading, the focus waits on the details, and the effect above moves the focus to the heading.
    const heading = pane.querySelector('[data-detail-heading]');
    (heading instanceof HTMLElement ? heading : pane).focus({ preventScroll: true });
    pane.scrollIntoView({ block: 'start' });
  };
  return (
    <div className="split-frame">
      <div className="split">
        <div className="stack gap-2 min-0 split-list">
          <PickList {...list} onOpen={showBelow} />
        </div>
        <section ref={detail} tabIndex={-1} aria-label={t('waiting.detail')} className="min-0 split-detail">
          {children}
        </section>
      </div>
    </div>
  );
}
