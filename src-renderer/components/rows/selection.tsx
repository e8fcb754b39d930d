import { type ReactNode, useState } from 'react';
import type { Result } from '../../../src-main/contract/result.ts';
import type { VerbOutput } from '../../../src-main/contract/verbs/index.ts';
import { useHost } from '../../state/host-context.ts';
import { sayFailure, sayPlanned } from '../../state/notices.ts';
import { type MessageKey, t } from '../../strings/translate.ts';
import { Button } from '../input/button.tsx';
import './selection.css';

export interface Selection<Row> {
  /** The selected rows by id; null while the person does not select rows. */
  readonly rows: ReadonlyMap<string, Row> | null;
  change(rows: ReadonlyMap<string, Row> | null): void;
  toggle(id: string, row: Row): void;
}

/** When `question`, the text of the filters, changes, no row stays selected, because a person sees only the rows of the new filters. */
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

/** Starts the selection of rows, and ends the selection. */
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
  /** Selects all rows that the list shows. */
  onAll(): void;
  /** The buttons that act on the selected rows. */
  readonly children: ReactNode;
}

/** Shows the number of selected rows and what a person can do with the rows. */
export function SelectionBar<Row>({ selection, onAll, children }: SelectionBarProps<Row>) {
  const { rows } = selection;
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
    </section>
  );
}

interface PlanButtonProps {
  /** The texts of the button and of the notice. Both have a count. */
  readonly label: MessageKey;
  readonly said: MessageKey;
  /** The number of selected rows that the act fits. */
  readonly count: number;
  /** Stores the planned requests. */
  plan(): Promise<Result<VerbOutput<'outbox.plan'>>>;
  /** Called once the requests are stored. */
  onPlanned(): void;
}

/** A button that plans an act on selected rows. A person can undo the act until the undo time ends. */
export function PlanButton({ label, said, count, plan, onPlanned }: PlanButtonProps) {
  const host = useHost();
  return (
    <Button
      size="small"
      isDisabled={count === 0}
      onPress={async () => {
        const result = await plan();
        if (!result.ok) return sayFailure(result.error);
        sayPlanned(host, t(said, { count: result.value.plans.length }), result.value);
        onPlanned();
      }}
    >
      {t(label, { count })}
    </Button>
  );
}

export const SelectionBox = () => <span className="selection-box" aria-hidden="true" />;
