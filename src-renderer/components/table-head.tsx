import type { CSSProperties } from 'react';
import { Button } from 'react-aria-components';
import type { Column } from './table-columns.ts';

export interface Sort {
  readonly key: string;
  readonly ascending: boolean;
}

type HeadColumn = Pick<Column<unknown>, 'id' | 'title' | 'sortKey'>;

interface TableHeadProps {
  readonly columns: readonly HeadColumn[];
  readonly template: CSSProperties;
  readonly sort: Sort | undefined;
  readonly onSort: ((sort: Sort) => void) | undefined;
}

/** The titles of a table; those that sort are buttons, and say which way. */
export function TableHead({ columns, template, sort, onSort }: TableHeadProps) {
  const direction = (key: string | undefined) =>
    sort === undefined || key !== sort.key ? 'none' : sort.ascending ? 'ascending' : 'descending';
  return (
    <div role="row" aria-rowindex={1} className="quiet vtable-head" style={template}>
      {columns.map(({ id, title, sortKey }) => (
        <div
          role="columnheader"
          key={id}
          aria-sort={direction(sortKey)}
          className="vtable-title"
          title={title}
        >
          {sortKey === undefined || onSort === undefined ? (
            title
          ) : (
            <Button
              className="vtable-sort"
              onPress={() =>
                onSort({
                  key: sortKey,
                  ascending: sort?.key === sortKey ? !sort.ascending : sortKey === 'name',
                })
              }
            >
              <span className="cut vtable-sort-words">{title}</span>
              <span aria-hidden="true" className={`vtable-arrow vtable-arrow-${direction(sortKey)}`} />
            </Button>
          )}
        </div>
      ))}
    </div>
  );
}
