import type { Backlog, Grouping } from '../../../src-main/contract/settings.ts';
import { t } from '../../strings/translate.ts';

/** How files become Tasks, in a few words. */
export function groupingText(group: Grouping): string {
  if (typeof group === 'string') return t(`folders.grouping.${group}`);
  return 'key' in group
    ? t('folders.grouping.key')
    : t('folders.grouping.atDepth', { depth: group.folderDepth });
}

/** What becomes of the files that are there already, in a few words. */
export function backlogText(backlog: Backlog, count: number): string {
  if (typeof backlog === 'object') return t('folders.backlog.from', { day: backlog.newerThan });
  return backlog === 'send' ? t('folders.backlog.send', { count }) : t(`folders.backlog.${backlog}`);
}
