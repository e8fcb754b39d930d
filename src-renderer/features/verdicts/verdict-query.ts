import type { VerbInput } from '../../../src-main/contract/verbs/index.ts';
import type { VerdictFilters } from '../../state/verdict-filters.ts';

/** The question for the engine that filters stand for. */
export function queryOf(filters: VerdictFilters): VerbInput<'tasks.page'> {
  const { outcome, followUp } = filters;
  const ended = outcome === 'failed' || outcome === 'invalid';
  const verdict = outcome === 'approved' || outcome === 'not-approved';
  const ofVerdict = verdict ? ['completed'] : ['completed', 'failed', 'invalid'];
  return {
    search: filters.search,
    status: ended ? [outcome] : ofVerdict,
    cleared: followUp === 'any' ? null : followUp === 'done',
    outcome: verdict ? outcome : null,
    code: filters.code === '' ? null : filters.code,
    folder: filters.folder === '' ? null : filters.folder,
    selected_date: 'latest_status_change',
    date_from: filters.from === '' ? null : beforeDay(filters.from),
    date_to: filters.to === '' ? null : endOfDay(filters.to),
    order_by: 'latest_status_change',
    sort_ascending: false,
  };
}

/** The last moment before a day of this machine: the lower bound of a window is exclusive (docs/service.md 4.4). */
function beforeDay(day: string): string {
  return new Date(new Date(`${day}T00:00:00`).getTime() - 1).toISOString();
}

function endOfDay(day: string): string {
  const next = new Date(`${day}T00:00:00`);
  next.setDate(next.getDate() + 1);
  return new Date(next.getTime() - 1).toISOString();
}
