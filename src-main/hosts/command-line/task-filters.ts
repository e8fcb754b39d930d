import { type Command, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { windowOfDays } from '../../contract/local-day.ts';
import { type ExportQuery, exportQuerySchema } from '../../contract/verbs/tasks.ts';
import { actor } from '../../core/installation/actor.ts';
import { t } from '../language.ts';

const DATES = { created: 'created', changed: 'latest_status_change', done: 'cleared' } as const;

/** The options with which `tasks` and `export` select Tasks. A Task is selected only if all given options match. */
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
  readonly denied?: true;
  readonly assignee?: string;
  readonly mine?: true;
  readonly setAside?: true;
  readonly givenUp?: true;
  readonly orderBy?: ExportQuery['order_by'];
  readonly ascending?: true;
}

export function localDay(text: string): string {
  if (z.iso.date().safeParse(text).success) return text;
  throw new InvalidArgumentError(t('the day must be a date such as 2026-01-31.'));
}

const ORDERS = exportQuerySchema.shape.order_by.unwrap().options;
const collect = (value: string, earlier: string[] = []) => [...earlier, value];

export function withTaskFilters(command: Command): Command {
  return command
    .option('--status <status>', t('only Tasks of this status, or "gone" (repeat for more)'), collect)
    .option('--task-type <type>', t('only Tasks of this task type (repeat for more)'), collect)
    .option(
      '--search <text>',
      t(
        'only Tasks with this text in a name, file name, external_id, journey, staff note or the name of who looks after them, or with these words in a document',
      ),
    )
    .option('--folder <id>', t('only Tasks of this watched folder'))
    .option('--code <code>', t('only Tasks with a verdict on this code'))
    .addOption(
      new Option('--outcome <outcome>', t('only Tasks with such a verdict')).choices([
        'approved',
        'not-approved',
      ]),
    )
    .addOption(
      new Option('--follow-up <state>', t('only Tasks with an open or a done follow-up')).choices([
        'open',
        'done',
      ]),
    )
    .option('--from <day>', t('only Tasks from this day on (2026-01-31)'), localDay)
    .option('--to <day>', t('only Tasks up to this day'), localDay)
    .addOption(
      new Option('--date <date>', t('the date that --from and --to mean'))
        .choices(Object.keys(DATES))
        .default('created'),
    )
    .option('--denied', t('only Tasks that the service no longer confirms'))
    .option('--assignee <name>', t('only Tasks that this person looks after'))
    .addOption(new Option('--mine', t('only Tasks that you look after')).conflicts('assignee'))
    .option('--set-aside', t('only waiting Tasks that are set aside'))
    .addOption(new Option('--given-up', t('only waiting Tasks that are given up')).conflicts('setAside'))
    .addOption(new Option('--order-by <key>', t('the order (default: created)')).choices(ORDERS))
    .option('--ascending', t('begin with the smallest or oldest'));
}

export function taskQueryOf(filters: TaskFilters): ExportQuery {
  const { taskType, followUp, from = '', to = '', date = 'created', orderBy, ascending, ...more } = filters;
  const { mine, setAside, givenUp, assignee, ...same } = more;
  return exportQuerySchema.parse({
    ...same,
    ...windowOfDays(from, to),
    task_type: taskType,
    assignee: mine === true ? actor() : assignee,
    put_away: setAside === true ? 'set-aside' : givenUp === true ? 'given-up' : null,
    cleared: followUp === undefined ? null : followUp === 'done',
    selected_date: DATES[date],
    order_by: orderBy,
    sort_ascending: ascending,
  });
}
