import type { ReactNode } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components';
import { t } from '../strings/translate.ts';
import { Button } from './button.tsx';
import './pick-list.css';

interface PickListProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly chosen: string | null;
  /** How many there are in all; where that is more than `rows`, more can be asked for. */
  readonly count: number;
  idOf(row: Row): string;
  /** The row in words, for type-ahead and for screen readers. */
  textOf(row: Row): string;
  rowOf(row: Row): ReactNode;
  onChoose(id: string): void;
  onMore(): void;
}

/** A list of which one is chosen; the arrow keys choose the next and the previous. */
export function PickList<Row>(props: PickListProps<Row>) {
  const { label, rows, chosen, count, idOf, textOf, rowOf, onChoose, onMore } = props;
  return (
    <>
      <ListBox
        aria-label={label}
        className="pick-list"
        selectionMode="single"
        selectionBehavior="replace"
        disallowEmptySelection
        selectedKeys={chosen === null ? [] : [chosen]}
        onSelectionChange={(keys) => {
          const [key] = keys === 'all' ? [] : [...keys];
          if (key !== undefined) onChoose(String(key));
        }}
      >
        {rows.map((row) => (
          <ListBoxItem key={idOf(row)} id={idOf(row)} textValue={textOf(row)} className="pick-row">
            {rowOf(row)}
          </ListBoxItem>
        ))}
      </ListBox>
      {rows.length < count && (
        <Button kind="quiet" size="small" onPress={onMore}>
          {t('common.andMore', { count: count - rows.length })}
        </Button>
      )}
    </>
  );
}
