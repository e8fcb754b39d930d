import type { Overview } from '../../src-main/contract/views/overview.ts';
import { needsCount } from '../state/needs.ts';
import { t } from '../strings/translate.ts';

/** The title of the window: counts alone, never a name (I11). */
export function titleText(overview: Overview | null, up: boolean): string {
  if (overview === null) return t('shell.title');
  if (!up) return t('shell.titleLost');
  const count = needsCount(overview);
  return count === 0 ? t('shell.title') : t('shell.titleNeeds', { count });
}
