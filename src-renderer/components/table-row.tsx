import { type CSSProperties, memo, type ReactNode } from 'react';

interface TableRowProps {
  readonly id: string;
  readonly index: number;
  /** What the cells show, and by which columns: while both are the same, so are the cells. */
  readonly row: unknown;
  readonly columns: readonly unknown[];
  readonly template: CSSProperties;
  /** In pixels. */
  readonly top: number;
  readonly height: number;
  readonly isActive: boolean;
  onPress(index: number): void;
  readonly children: ReactNode;
}

/** A row that is drawn anew only when something of it has changed: while a table scrolls, most rows stay what they are. */
export const TableRow = memo(
  ({ id, index, template, top, height, isActive, onPress, children }: TableRowProps) => (
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      data-active={isActive}
      className="vtable-row"
      style={{ ...template, height: `${height}px`, transform: `translateY(${top}px)` }}
      onClick={() => onPress(index)}
    >
      {children}
    </div>
  ),
  ({ children: _, ...before }, { children: __, ...now }) => {
    const values: Readonly<Record<string, unknown>> = before;
    return Object.entries(now).every(([name, value]) => Object.is(values[name], value));
  },
);
