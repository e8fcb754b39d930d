import { type StationsView, stationsVerdict } from '../../../src-main/contract/views/stations.ts';
import { timeText } from '../../strings/time-text.ts';
import { t } from '../../strings/translate.ts';

/**
 * Returns the sentence that summarizes all stations. The sentence says that everything is sent only if every station has reported so (I10).
 */
export function sentenceOf(view: StationsView): string {
  if (view.database !== null) return t('stations.sentence.database');
  const { isEverythingOut, all, open, silent, silentSince, mute } = stationsVerdict(view);
  if (isEverythingOut) return t('stations.sentence.out', { all });
  const parts = [
    open > 0 && t('stations.part.open', { count: open }),
    silent > 0 &&
      (silentSince === null
        ? t('stations.part.silentUnknown', { count: silent })
        : t('stations.part.silent', { count: silent, time: timeText(silentSince) })),
    mute > 0 && t('stations.part.mute', { count: mute }),
    view.unread.length > 0 && t('stations.part.unread', { folders: view.unread.join(', ') }),
    view.unpublished.length > 0 && t('stations.part.unpublished'),
  ].filter((part) => part !== false);
  return t('stations.sentence.notCertain', { all, parts: parts.join('; ') });
}
