import { assertNever } from '../../../src-main/contract/assert-never.ts';
import type { Attention } from '../../../src-main/contract/views/overview.ts';
import type { Host } from '../../host/host.ts';
import { sayFailure } from '../../state/notices.ts';
import { openFiles, openOutbox } from '../../state/panels.ts';
import { goTo } from '../../state/place.ts';
import { useTasksView } from '../../state/tasks-view.ts';
import { FIRST_FILTERS, type OutcomeFilter, useVerdictFilters } from '../../state/verdict-filters.ts';

async function openNewestDrop(host: Host): Promise<void> {
  const drops = await host.call('drops.list', {});
  if (!drops.ok) return sayFailure(drops.error);
  const own = drops.value.filter((drop) => drop.task === null);
  const newest = own.toSorted((a, b) => b.opened_at.localeCompare(a.opened_at))[0];
  if (newest !== undefined) goTo({ screen: 'drop', drop: newest.id });
}

async function restart(host: Host): Promise<void> {
  const result = await host.call('app.restart-engine', {});
  if (!result.ok) sayFailure(result.error);
}

function showVerdicts(outcome: OutcomeFilter): void {
  useVerdictFilters.setState({ ...FIRST_FILTERS, outcome });
  goTo({ screen: 'verdicts' });
}

/** Leads to where the person sees to it. */
export async function leadOn(host: Host, attention: Attention): Promise<void> {
  switch (attention.kind) {
    case 'engine-stopped':
      return restart(host);
    case 'secret':
    case 'network':
    case 'copies':
      return goTo({ screen: 'settings' });
    case 'folder':
    case 'backlog':
      return goTo({ screen: 'folders' });
    case 'waiting':
      return goTo({ screen: 'waiting', task: null });
    case 'held':
      return openFiles({ folder: null, drops: false, states: ['held'] });
    case 'rejected':
      return openOutbox(['rejected']);
    case 'stuck':
      return openOutbox(['queued', 'sending', 'unconfirmed']);
    case 'denied':
      useTasksView.setState({ filters: { denied: true }, view: 'list' });
      return goTo({ screen: 'tasks' });
    case 'not-approved':
      return showVerdicts('not-approved');
    case 'ended-badly':
      // Failed and invalid are two outcomes there: everything whose follow-up is open shows both.
      return showVerdicts('any');
    case 'drop':
      return openNewestDrop(host);
    default:
      return assertNever(attention);
  }
}
