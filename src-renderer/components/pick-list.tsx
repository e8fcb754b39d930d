import type { ReactNode } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components';
import type { Part } from '../state/use-part.ts';
import { PartButtons } from './part-buttons.tsx';
import './pick-list.css';

interface PickListProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly chosen: string | null;
  /** How many there are in all, of which `rows` are this part. */
  readonly count: number;
  readonly part: Part;
  idOf(row: Row): string;
  /** The row in words, for type-ahead and for screen readers. */
  textOf(row: Row): string;
  rowOf(row: Row): ReactNode;
  onChoose(id: string | null): void;
}

/** A list of which one is chosen; the arrow keys choose the next and the previous. */
export function PickList<Row>(props: PickListProps<Row>) {
  const { label, rows, chosen, count, idOf, textOf, rowOf, onChoose } = props;
  // Of another part the first row is chosen, as of a list that has just come.
  const turnTo = (offset: number) => {
    onChoose(null);
    props.part.turnTo(offset);
  };
  const part = { ...props.part, turnTo };
  return (
    <>
      <ListBox
        // Another part begins at its top.
        key={part.offset}
        aria-label={label}
        className="card pick-list"
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
          <ListBoxItem
            key={idOf(row)}
            id={idOf(row)}
            textValue={textOf(row)}
            className="stack gap-1 pick-row"
          >
            {rowOf(row)}
          </ListBoxItem>
        ))}
      </ListBox>
      <PartButtons
        part={part}
        shown={rows.length}
        count={count}
        more={part.offset + rows.length < count}
        label={label}
      />
    </>
  );
}
