import type { VerdictFilters } from '../../state/verdict-filters.ts';
import { statusText } from '../../strings/format.ts';
import { dayText } from '../../strings/time-text.ts';
import { type PlainKey, t } from '../../strings/translate.ts';

/** Returns the filters in words. Follow-up, folder and days always appear, because a person expects them in a report. */
export function filterTexts({ search, followUp, outcome, code, folder, from, to }: VerdictFilters): string[] {
  const any = t('tasks.filter.any');
  const parts: readonly (readonly [name: PlainKey, value: string])[] = [
    ['tasks.search', search],
    ['tasks.filter.followUp', t(`tasks.filter.${followUp}`)],
    ['tasks.filter.outcome', outcome === 'any' ? '' : outcomeText(outcome)],
    ['tasks.filter.code', code],
    ['tasks.filter.folder', folder === '' ? any : folder],
    ['verdicts.from', from === '' ? '' : dayText(from)],
    ['verdicts.to', to === '' ? '' : dayText(to)],
    ['tasks.filter.date', from === '' && to === '' ? any : ''],
  ];
  return parts.filter(([, value]) => value !== '').map(([name, value]) => `${t(name)}: ${value}`);
}

function outcomeText(outcome: 'approved' | 'not-approved' | 'failed' | 'invalid'): string {
  return outcome === 'failed' || outcome === 'invalid' ? statusText(outcome) : t(`verdict.${outcome}`);
}
