import { isDraft } from '../../src-main/contract/views/drop.ts';
import type { Host } from '../host/host.ts';
import { sayFailure } from './notices.ts';
import { goTo } from './place.ts';

/** Shows the newest draft. If there is no draft, does nothing. */
export async function openNewestDraft(host: Host): Promise<void> {
  const drops = await host.call('drops.list', {});
  if (!drops.ok) return sayFailure(drops.error);
  const drafts = drops.value.filter(isDraft);
  const newest = drafts.toSorted((a, b) => b.opened_at.localeCompare(a.opened_at))[0];
  if (newest !== undefined) goTo({ screen: 'drop', drop: newest.id });
}
