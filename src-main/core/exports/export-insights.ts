import { reasonKindText } from '../../contract/texts/insights-text.ts';
import type { Insights } from '../../contract/views/insights.ts';
import { BYTE_ORDER_MARK, type Cell, csvLines } from '../csv.ts';
import type { ExportFormat } from './export-tasks.ts';

/** Returns insights as text: JSON as in the output of `insights --json`, or CSV with one line for each row of each table. */
export function exportInsights(insights: Insights, format: ExportFormat): string {
  if (format === 'json') return `${JSON.stringify(insights, null, 2)}\n`;
  return BYTE_ORDER_MARK + csvLines([COLUMNS, ...linesOf(insights)]);
}

const COLUMNS = [
  ...['table', 'item', 'property', 'record_type', 'reason', 'tasks', 'waits', 'approved', 'not_approved'],
  ...['p50_seconds', 'p90_seconds', 'messages'],
] as const;

type Line = Partial<Record<(typeof COLUMNS)[number], Cell>>;
type Reason = Insights['waiting']['by_reason'][number] | Insights['decided']['by_reason'][number];

function linesOf({ created, decided, waiting }: Insights): Cell[][] {
  const lines: Line[] = [
    ...created.by_day.map(({ day, tasks }) => ({ table: 'created by day', item: day, tasks })),
    ...created.by_status.map(({ status, tasks }) => ({ table: 'created by status', item: status, tasks })),
    ...decided.by_code.map(({ code, ...counts }) => ({ table: 'decided by code', item: code, ...counts })),
    ...decided.by_folder.map(({ folder, other_station: other, ...counts }) => ({
      table: 'decided by folder',
      item: folder ?? (other ? 'other stations' : 'added by hand'),
      ...counts,
    })),
    ...decided.by_reason.map((reason) => ({
      ...reasonLine('not approved by reason', reason),
      not_approved: reason.not_approved,
    })),
    ...waiting.by_reason.map((reason) => ({
      ...reasonLine('waiting by reason', reason),
      waits: reason.waits,
    })),
  ];
  return lines.map((line) => COLUMNS.map((column) => line[column] ?? null));
}

const reasonLine = (table: string, { words, ...kind }: Reason): Line => ({
  ...{ table, item: kind.key ?? 'no reason given', property: kind.property, record_type: kind.record_type },
  reason: reasonKindText(kind),
  messages: words.map(({ message, count }) => `${count} x ${message}`).join('; '),
});
