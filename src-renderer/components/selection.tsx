import { type ReactNode, useState } from 'react';
import { t } from '../strings/translate.ts';
import { Button } from './input/button.tsx';
import './selection.css';

export interface Selection<Row> {
  /** The selected rows by id; null while the person does not select rows. */
  readonly rows: ReadonlyMap<string, Row> | null;
  change(rows: ReadonlyMap<string, Row> | null): void;
  toggle(id: string, row: Row): void;
}

export function useSelection<Row>(): Selection<Row> {
  const [rows, change] = useState<ReadonlyMap<string, Row> | null>(null);
  const toggle = (id: string, row: Row) =>
    change((before) => {
      const after = new Map(before);
      if (!after.delete(id)) after.set(id, row);
      return after;
    });
  return { rows, change, toggle };
}

/** Starts the selection of rows. Shows nothing while rows are selected, because `SelectionBar` then ends the selection. */
export function SelectButton<Row>({ selection }: { readonly selection: Selection<Row> }) {
  if (selection.rows !== null) return null;
  return <Button onPress={() => selection.change(new Map())}>{t('select.start')}</Button>;
}

interface SelectionBarProps<Row> {
  readonly selection: Selection<Row>;
  /** Selects all rows that the list shows. */
  onAll(): void;
  /** The buttons that act on the selected rows. */
  readonly children: ReactNode;
}

/** Shows the number of selected rows and what a person can do with the rows. */
export function SelectionBar<Row>({ selection, onAll, children }: SelectionBarProps<Row>) {
  const { rows, change } = selection;
  if (rows === null) return null;
  return (
    <section aria-label={t('select.bar')} className="wrap gap-2 middle selection-bar">
      <p className="strong numbers selection-count" role="status">
        {t('select.count', { count: rows.size })}
      </p>
      {children}
      <Button size="small" onPress={onAll}>
        {t('select.all')}
      </Button>
      <Button size="small" kind="quiet" onPress={() => change(null)}>
        {t('select.end')}
      </Button>
    </section>
  );
}

export const SelectionBox = () => <span className="selection-box" aria-hidden="true" />;
