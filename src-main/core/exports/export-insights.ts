import { inWords, type Language, type Said, say } from '../../contract/say.ts';
import { reasonKindText } from '../../contract/texts/insights-text.ts';
import { statusText } from '../../contract/texts/status-text.ts';
import type { Insights } from '../../contract/views/insights.ts';
import { BYTE_ORDER_MARK, type Cell, csvLines } from '../csv.ts';
import type { ExportForm } from './export-tasks.ts';

/**
 * Returns insights as text: JSON as in the output of `insights --json`, or CSV with the tables of the screen in words, each with its total.
 * `rows` is the number of rows in all tables, without the headings.
 */
export function exportInsights(
  insights: Insights,
  { format, language }: ExportForm,
): { text: string; rows: number } {
  const lines = linesOf(insights, language);
  const rows = lines.length;
  if (format === 'json') return { text: `${JSON.stringify(insights, null, 2)}\n`, rows };
  const head = COLUMNS.map((column) => inWords(HEADINGS[column], language));
  const cells = lines.map((line) => COLUMNS.map((column) => cellOf(line[column], language)));
  return { text: BYTE_ORDER_MARK + csvLines([head, ...cells]), rows };
}

const COLUMNS = [
  ...([
    'table',
    'row',
    'tasks',
    'approved',
    'not_approved',
    'rate',
    'half',
    'most',
    'waits',
    'words',
  ] as const),
];

const HEADINGS: Readonly<Record<(typeof COLUMNS)[number], Said>> = {
  table: say('exports.table'),
  row: say('exports.row'),
  tasks: say('exports.tasks'),
  approved: say('exports.codesApproved'),
  not_approved: say('exports.codesNotApproved'),
  rate: say('exports.approvalRate'),
  half: say('exports.halfTasksWithinH'),
  most: say('exports.mostWithin'),
  waits: say('exports.timesTasksWaited'),
  words: say('exports.whatServiceSays'),
};

type Line = Partial<Record<(typeof COLUMNS)[number], Cell | Said>>;

function cellOf(value: Cell | Said | undefined, language: Language): Cell {
  return typeof value === 'object' && value !== null ? inWords(value, language) : (value ?? null);
}

function linesOf({ created, decided, waiting }: Insights, language: Language): Line[] {
  const total = say('exports.total');
  const withVerdict = decided.tasks_approved + decided.tasks_not_approved;
  const all = { row: total, tasks: withVerdict, ...codeCells(decided) };
  const reasonLine = ({ words, tasks, ...kind }: Reason): Line => ({
    row: reasonKindText(kind, language),
    tasks,
    words: words.map((word) => inWords(wordsOf(word), language)).join('; '),
  });
  return [
    ...table(say('exports.tasksCreated'), [
      ...created.by_day.map(({ day, tasks }) => ({ row: day, tasks })),
      { row: total, tasks: created.tasks },
    ]),
    ...table(say('exports.whereTasksNow'), [
      ...created.by_status.map(({ status, tasks }) => ({
        row: statusText(status, language),
        tasks,
      })),
      { row: total, tasks: created.tasks },
    ]),
    ...table(say('exports.tasksDecided'), [
      ...TASKS_DECIDED.flatMap(([key, row]) => (decided[key] === 0 ? [] : [{ row, tasks: decided[key] }])),
      { row: total, tasks: decided.tasks },
      ...(decided.tasks_corrected === 0
        ? []
        : [{ row: say('exports.correctedTasksTotal'), tasks: decided.tasks_corrected }]),
    ]),
    ...table(say('exports.approvalCode'), [
      ...decided.by_code.map((code) => ({ row: code.code, ...codeCells(code), ...durations(code) })),
      { ...all, ...durations(decided) },
    ]),
    ...table(say('exports.approvalFolder'), [
      ...decided.by_folder.map(({ folder, other_station: other, tasks, ...codes }) => ({
        row: folder ?? say(other ? 'exports.otherStations' : 'exports.addedHand'),
        tasks,
        ...codeCells(codes),
      })),
      all,
    ]),
    ...table(say('exports.whyCodesNotApproved'), [
      ...decided.by_reason.map((reason) => ({ ...reasonLine(reason), not_approved: reason.not_approved })),
      { row: say('exports.totalCodeSeveralReasons'), not_approved: decided.not_approved },
    ]),
    ...table(say('exports.whatTasksWaited'), [
      ...waiting.by_reason.map((reason) => ({ ...reasonLine(reason), waits: reason.waits })),
      { row: say('exports.totalWaitSeveralReasons'), waits: waiting.waits },
    ]),
  ];
}

const TASKS_DECIDED = [
  ['tasks_approved', say('exports.everyCodeApproved')],
  ['tasks_not_approved', say('exports.codeNotApproved')],
  ['no_verdict', say('exports.noVerdictAnyCode')],
  ['not_loaded', say('exports.detailsNotLoadedYet')],
  ['deleted', say('exports.detailsDeletedRetention')],
] as const;

const wordsOf = ({ message, count }: Reason['words'][number]): Said =>
  say('exports.saidTimes', { message, count });

type Reason = Omit<Insights['waiting']['by_reason'][number], 'waits'>;

// A table with no row besides its total is left out.
const table = (name: Said, lines: readonly Line[]): Line[] =>
  lines.length === 1 ? [] : lines.map((line) => ({ table: name, ...line }));

function codeCells({ approved, not_approved: not }: Pick<Insights['decided'], 'approved' | 'not_approved'>) {
  const rate = approved + not === 0 ? null : `${Math.round((100 * approved) / (approved + not))}%`;
  return { approved, not_approved: not, rate };
}

function durations({
  p50_seconds: half,
  p90_seconds: most,
}: Pick<Insights['decided'], 'p50_seconds' | 'p90_seconds'>) {
  return { half: hoursText(half), most: hoursText(most) };
}

/** Returns a duration as text that spreadsheet programs calculate with, such as "0:01:30". */
function hoursText(seconds: number | null): string | null {
  if (seconds === null) return null;
  const whole = Math.round(seconds);
  const digits = (value: number) => String(value % 60).padStart(2, '0');
  return `${Math.floor(whole / 3_600)}:${digits(Math.floor(whole / 60))}:${digits(whole)}`;
}
