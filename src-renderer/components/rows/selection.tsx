import { type ReactNode, useState } from 'react';
import type { Result } from '../../../src-main/contract/result.ts';
import type { VerbOutput } from '../../../src-main/contract/verbs/index.ts';
import { useHost } from '../../state/host-context.ts';
import { sayFailure, sayPlanned } from '../../state/notices.ts';
import { type CountKey, t } from '../../strings/translate.ts';
import { Button } from '../input/button.tsx';
import './selection.css';

export interface Selection<Row> {
  /** The selected rows by id; null while the list is not in selection mode. */
  readonly rows: ReadonlyMap<string, Row> | null;
  change(rows: ReadonlyMap<string, Row> | null): void;
  toggle(id: string, row: Row): void;
}

/**
 * Manages the selected rows of a list. `question` is a text that changes with the filters of the list. When `question` changes, all rows
 * are deselected, because a person sees only the rows that match the new filters.
 */
export function useSelection<Row>(question: string): Selection<Row> {
  const [selected, setSelected] = useState<Selected<Row>>({ question, rows: null });
  const rowsOf = (state: Selected<Row>): Selection<Row>['rows'] =>
    state.rows === null || state.question === question ? state.rows : new Map();
  return {
    rows: rowsOf(selected),
    change: (rows) => setSelected({ question, rows }),
    toggle: (id, row) =>
      setSelected((before) => {
        const rows = new Map(rowsOf(before));
        if (!rows.delete(id)) rows.set(id, row);
        return { question, rows };
      }),
  };
}

interface Selected<Row> extends Pick<Selection<Row>, 'rows'> {
  readonly question: string;
}

/** A button that turns the selection mode of a list on and off. */
export function SelectButton<Row>({ selection }: { readonly selection: Selection<Row> }) {
  const { rows, change } = selection;
  return (
    <Button onPress={() => change(rows === null ? new Map() : null)}>
      {t(rows === null ? 'select.start' : 'select.end')}
    </Button>
  );
}

interface SelectionBarProps<Row> {
  readonly selection: Selection<Row>;
  /** The number of rows in the list. */
  readonly all: number;
  /** Called when the person asks to select all rows. The bar says so if the list has more rows than the selection. */
  onAll(): void;
  readonly children: ReactNode;
}

/** Shows the number of selected rows, the buttons `children` that act on these rows, and a button that selects as many rows as one page has. */
export function SelectionBar<Row>({ selection, all, onAll, children }: SelectionBarProps<Row>) {
  const { rows } = selection;
  if (rows === null) return null;
  return (
    <section aria-label={t('select.bar')} className="wrap gap-2 middle selection-bar">
      <p className="strong numbers selection-count" role="status">
        {t('select.count', { count: rows.size, all: Math.max(all, rows.size) })}
      </p>
      {children}
      <Button size="small" onPress={onAll}>
        {t('select.all')}
      </Button>
    </section>
  );
}

interface PlanButtonProps {
  /** `label`: the text of the button. `said`: the text of the notice after the act is planned. Both texts contain a count. */
  readonly label: CountKey;
  readonly said: CountKey;
  /** The text of the notice after the undo time. */
  readonly late: string;
  /** The number of selected rows on which the act is possible. */
  readonly count: number;
  /** Plans the act for these rows. */
  plan(): Promise<Result<VerbOutput<'outbox.plan'>>>;
  /** Called after `plan` succeeded. */
  onPlanned(): void;
}

/**
 * A button that plans an act for selected rows. The engine carries out the act after the undo time. Until then, the person can undo the
 * act.
 */
export function PlanButton({ label, said, late, count, plan, onPlanned }: PlanButtonProps) {
  const host = useHost();
  return (
    <Button
      size="small"
      isDisabled={count === 0}
      onPress={async () => {
        const result = await plan();
        if (!result.ok) return sayFailure(result.error);
        sayPlanned(host, t(said, { count: result.value.plans.length }), result.value, late);
        onPlanned();
      }}
    >
      {t(label, { count })}
    </Button>
  );
}

export const SelectionBox = () => <span className="selection-box" aria-hidden="true" />;
