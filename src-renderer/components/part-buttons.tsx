import { useEffect } from 'react';
import type { Part } from '../state/use-part.ts';
import { t } from '../strings/translate.ts';
import { Button } from './button.tsx';
import './part-buttons.css';

interface PartButtonsProps {
  readonly part: Part;
  /** How many rows the part has. */
  readonly shown: number;
  /** How many rows the whole list has; null where nobody counts them, and `more` says whether there are others. */
  readonly count: number | null;
  readonly more: boolean;
  readonly label: string;
}

/** Turns to the next and the previous part of a long list; nothing where all rows are shown. */
export function PartButtons({ part, shown, count, more, label }: PartButtonsProps) {
  const { offset, length, turnTo } = part;
  // The last rows of the last part went away.
  const isBeyond = shown === 0 && offset > 0;
  const last = count === null ? offset - length : Math.floor((count - 1) / length) * length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: turns once for each part that is beyond the end
  useEffect(() => {
    if (isBeyond) turnTo(last);
  }, [isBeyond, last]);
  if (offset === 0 && !more) return null;
  return (
    <nav className="spread part-buttons" aria-label={label}>
      <Button kind="quiet" size="small" isDisabled={offset === 0} onPress={() => turnTo(offset - length)}>
        {t('common.part.before')}
      </Button>
      {count !== null && (
        <span className="numbers">{t('common.part', { from: offset + 1, to: offset + shown, count })}</span>
      )}
      <Button kind="quiet" size="small" isDisabled={!more} onPress={() => turnTo(offset + length)}>
        {t('common.part.after')}
      </Button>
    </nav>
  );
}
