import { type ReactNode, useRef, useState } from 'react';
import { useIsNarrow } from '../../state/use-rem.ts';
import { t } from '../../strings/translate.ts';
import { Button } from './button.tsx';
import './filter-bar.css';

interface FilterBarProps {
  readonly search: ReactNode;
  /** `first`: the filters beside the search field. `firstCount`: the number of these filters that are set. */
  readonly first: ReactNode;
  readonly firstCount: number;
  /** `more`: the filters behind the button "More filters". `moreCount`: the number of these filters that are set. */
  readonly more: ReactNode;
  readonly moreCount: number;
  /** Removes all filters; null if no filter is set. */
  readonly onClear: (() => void) | null;
  readonly children?: ReactNode;
}

/** A search field with filters in one row. In a narrow window, or with large text, all filters are behind the button "Filters". */
export function FilterBar({ search, first, firstCount, more, moreCount, onClear, children }: FilterBarProps) {
  const isNarrow = useIsNarrow();
  const name = t(isNarrow ? 'tasks.filter.all' : 'tasks.filter.more');
  const count = isNarrow ? firstCount + moreCount : moreCount;
  const [open, setOpen] = useState(!isNarrow && moreCount > 0);
  const bar = useRef<HTMLDivElement>(null);
  return (
    <div ref={bar} className="stack gap-3">
      <div className="wrap gap-2 filter-row">
        {search}
        {!isNarrow && first}
        <div className="wrap middle">
          <Button kind="quiet" aria-expanded={open} onPress={() => setOpen(!open)}>
            {count === 0 ? name : t('outbox.filterCount', { name, count })}
          </Button>
          {onClear !== null && (
            <Button
              kind="quiet"
              onPress={() => {
                onClear();
                bar.current?.querySelector('input')?.focus();
              }}
            >
              {t('tasks.filter.clear')}
            </Button>
          )}
        </div>
        {children}
      </div>
      {open && (
        <div className="filter-grid">
          {isNarrow && first}
          {more}
        </div>
      )}
    </div>
  );
}
