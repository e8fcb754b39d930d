import type { VerbInput } from '../../../src-main/contract/verbs/index.ts';
import type { VerdictFilters } from '../../state/verdict-filters.ts';
import { windowOfDays } from '../../state/window-of-days.ts';

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
    ...windowOfDays(filters.from, filters.to),
    order_by: 'latest_status_change',
    sort_ascending: false,
  };
}
