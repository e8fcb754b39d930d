import type { Grouping } from '../../../src-main/contract/settings.ts';
import { t } from '../../strings/translate.ts';

/** How files become Tasks, in a few words. */
export function groupingText(group: Grouping): string {
  if (typeof group === 'string') return t(`folders.grouping.${group}`);
  return 'key' in group
    ? t('folders.grouping.key')
    : t('folders.grouping.atDepth', { depth: group.folderDepth });
}
