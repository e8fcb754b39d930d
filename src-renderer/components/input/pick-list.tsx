import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { type Key, ListBox, ListBoxItem } from 'react-aria-components';
import { t } from '../../strings/translate.ts';
import { type Selection, SelectionBox } from '../rows/selection.tsx';
import { Button } from './button.tsx';
import './pick-list.css';

export interface PickListProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly chosen: string | null;
  readonly count: number;
  readonly part: Part;
  textOf(row: Row): string;
  rowOf(row: Row): ReactNode;
  onChoose(id: string | null): void;
  /** Called after a click on a row, or after Enter, also if the row was chosen before. Arrow keys do not call `onOpen`. */
  onOpen(): void;
  /** Undefined for a list in which a person cannot select several rows. */
  readonly selection?: Selection<Row> | undefined;
}

export function PickList<Row extends { readonly uuid: string }>(props: PickListProps<Row>) {
  const { label, rows, chosen, count, textOf, rowOf, onChoose, onOpen, selection } = props;
  const selected = selection?.rows ?? null;
  const select = (keys: 'all' | ReadonlySet<Key>) =>
    selection?.change(
      new Map([
        ...[...(selected ?? [])].filter(([uuid]) => keys === 'all' || keys.has(uuid)),
        ...rows.flatMap((row) => (keys === 'all' || keys.has(row.uuid) ? [[row.uuid, row] as const] : [])),
      ]),
    );
  // After `onChoose(null)`, the caller chooses the first row of the new page.
  const turnTo = (offset: number) => {
    onChoose(null);
    props.part.turnTo(offset);
  };
  const part = { ...props.part, turnTo };
  return (
    <>
      <ListBox
        // With a new key, React creates a new list element, which starts scrolled to the top.
        key={`${part.offset} ${selected !== null}`}
        aria-label={label}
        className="card scrolls pick-list"
        selectionMode={selected === null ? 'single' : 'multiple'}
        selectionBehavior={selected === null ? 'replace' : 'toggle'}
        disallowEmptySelection={selected === null}
        selectedKeys={selected !== null ? [...selected.keys()] : chosen === null ? [] : [chosen]}
        onSelectionChange={(keys) => {
          if (selected !== null) return select(keys);
          const [key] = keys === 'all' ? [] : [...keys];
          if (key !== undefined) onChoose(String(key));
        }}
      >
        {rows.map((row) => (
          <ListBoxItem
            key={row.uuid}
            id={row.uuid}
            textValue={textOf(row)}
            className="stack gap-1 pick-row"
            onPress={() => {
              if (selected === null) onOpen();
            }}
          >
            {selected === null ? (
              rowOf(row)
            ) : (
              <div className="row gap-3">
                <SelectionBox />
                <div className="stack gap-1 min-0 grow">{rowOf(row)}</div>
              </div>
            )}
          </ListBoxItem>
        ))}
      </ListBox>
      <PartButtons part={part} shown={rows.length} count={count} label={label} />
    </>
  );
}

interface PartButtonsProps {
  readonly part: Part;
  readonly shown: number;
  /** The number of rows on all pages; null if unknown. */
  readonly count: number | null;
  /** Whether another page follows, for a list whose `count` is null. */
  readonly more?: boolean;
  readonly label: string;
}

/** Buttons to the previous and the next page of a list. Shows nothing if all rows fit on one page. */
export function PartButtons({ part, shown, count, label, ...props }: PartButtonsProps) {
  const { offset, length, turnTo } = part;
  const more = count === null ? props.more === true : offset + shown < count;
  const isBeyond = shown === 0 && offset > 0;
  const last = count === null ? offset - length : Math.floor((count - 1) / length) * length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect must run only for an empty page beyond the end of the list
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

export interface Part {
  readonly offset: number;
  readonly length: number;
  turnTo(offset: number): void;
}

/**
 * Returns the current page of a list with pages of `length` rows. When `question`, the text of the filters, changes, the list starts again
 * at the first page. When a person turns the page, the element `list` gets the focus and is scrolled to its start.
 */
export function usePart(length: number, question = '', list?: RefObject<HTMLElement | null>): Part {
  const [turned, setTurned] = useState({ question, offset: 0 });
  const turnTo = (offset: number) => {
    setTurned({ question, offset: Math.max(0, offset) });
    list?.current?.focus();
    list?.current?.scrollIntoView({ block: 'start' });
  };
  return { offset: turned.question === question ? turned.offset : 0, length, turnTo };
}
