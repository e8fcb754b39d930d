import { type Command, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { windowOfDays } from '../../contract/local-day.ts';
import { type ExportQuery, exportQuerySchema } from '../../contract/verbs/tasks.ts';

const DATES = { created: 'created', changed: 'latest_status_change', done: 'cleared' } as const;

/** The options of `tasks` and `export` that select Tasks. All filters must match. */
export interface TaskFilters {
  readonly status?: readonly string[];
  readonly taskType?: readonly string[];
  readonly search?: string;
  readonly folder?: string;
  readonly code?: string;
  readonly outcome?: 'approved' | 'not-approved';
  readonly followUp?: 'open' | 'done';
  readonly from?: string;
  readonly to?: string;
  readonly date?: keyof typeof DATES;
}

export function localDay(text: string): string {
  if (z.iso.date().safeParse(text).success) return text;
  throw new InvalidArgumentError('the day must be a date such as 2026-01-31.');
}

const collect = (value: string, earlier: string[] = []) => [...earlier, value];

export function withTaskFilters(command: Command): Command {
  return command
    .option('--status <status>', 'only Tasks of this status, or "gone" (repeat for more)', collect)
    .option('--task-type <type>', 'only Tasks of this task type (repeat for more)', collect)
    .option('--search <text>', 'only Tasks with this text in a name, file name, external_id or journey')
    .option('--folder <id>', 'only Tasks of this watched folder')
    .option('--code <code>', 'only Tasks with a verdict on this code')
    .addOption(
      new Option('--outcome <outcome>', 'only Tasks with such a verdict').choices([
        'approved',
        'not-approved',
      ]),
    )
    .addOption(
      new Option('--follow-up <state>', 'only Tasks with an open or a done follow-up').choices([
        'open',
        'done',
      ]),
    )
    .option('--from <day>', 'only Tasks from this day on (2026-01-31)', localDay)
    .option('--to <day>', 'only Tasks up to this day', localDay)
    .addOption(
      new Option('--date <date>', 'the date that --from and --to mean')
        .choices(Object.keys(DATES))
        .default('created'),
    );
}

export function taskQueryOf(filters: TaskFilters): ExportQuery {
  const { taskType, followUp, from = '', to = '', date = 'created', ...same } = filters;
  return exportQuerySchema.parse({
    ...same,
    ...windowOfDays(from, to),
    task_type: taskType,
    cleared: followUp === undefined ? null : followUp === 'done',
    selected_date: DATES[date],
  });
}
