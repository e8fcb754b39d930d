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
  throw new InvalidArgumentError(t('commands.dayDate202601'));
}

const ORDERS = exportQuerySchema.shape.order_by.unwrap().options;
const collect = (value: string, earlier: string[] = []) => [...earlier, value];

export function withTaskFilters(command: Command): Command {
  return command
    .option('--status <status>', t('commands.tasksStatus'), collect)
    .option('--task-type <type>', t('commands.tasksTaskTypeRepeat'), collect)
    .option('--search <text>', t('commands.tasksTextName'))
    .option('--folder <id>', t('commands.tasksWatchedFolder'))
    .option('--code <code>', t('commands.tasksVerdictCode'))
    .addOption(
      new Option('--outcome <outcome>', t('commands.tasksVerdict')).choices(['approved', 'not-approved']),
    )
    .addOption(new Option('--follow-up <state>', t('commands.tasksOpenDoneFollow')).choices(['open', 'done']))
    .option('--from <day>', t('commands.tasksDay202601'), localDay)
    .option('--to <day>', t('commands.tasksDay'), localDay)
    .addOption(
      new Option('--date <date>', t('commands.dateMean')).choices(Object.keys(DATES)).default('created'),
    )
    .option('--denied', t('commands.tasksServiceNoLonger'))
    .option('--assignee <name>', t('commands.tasksPersonLooksAfter'))
    .addOption(new Option('--mine', t('commands.tasksLookAfter')).conflicts('assignee'))
    .option('--set-aside', t('commands.waitingTasksSetAside'))
    .addOption(new Option('--given-up', t('commands.waitingTasksGiven')).conflicts('setAside'))
    .addOption(new Option('--order-by <key>', t('commands.orderDefault')).choices(ORDERS))
    .option('--ascending', t('commands.beginSmallestOldest'));
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
