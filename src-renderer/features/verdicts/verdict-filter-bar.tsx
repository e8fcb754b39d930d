import { Button } from '../../components/button.tsx';
import { SearchField, TextField } from '../../components/field.tsx';
import { Select } from '../../components/select.tsx';
import { useVerb } from '../../state/use-verb.ts';
import {
  FIRST_FILTERS,
  isNarrowed,
  useVerdictFilters,
  type VerdictFilters,
} from '../../state/verdict-filters.ts';
import { statusText } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';

/** Filters of the list of decided Tasks. */
export function VerdictFilterBar() {
  const filters = useVerdictFilters();
  const facets = useVerb('tasks.facets', {}).data;
  const set = (change: Partial<VerdictFilters>) => useVerdictFilters.setState(change);
  const all = (label: string, values: readonly string[], chosen: string) => {
    const known = chosen === '' || values.includes(chosen) ? values : [...values, chosen];
    return [{ value: '', label }, ...known.map((value) => ({ value, label: value }))];
  };
  return (
    <div className="wrap gap-3 verdict-filters">
      <SearchField
        label={t('verdicts.search')}
        placeholder={t('verdicts.searchHint')}
        value={filters.search}
        onChange={(search) => set({ search })}
      />
      <Select
        label={t('verdicts.followUp')}
        value={filters.followUp}
        options={(['open', 'done', 'any'] as const).map((value) => ({
          value,
          label: t(`verdicts.followUp.${value}`),
        }))}
        onChange={(followUp) => set({ followUp })}
      />
      <Select
        label={t('verdicts.outcome')}
        value={filters.outcome}
        options={[
          { value: 'any', label: t('verdicts.outcome.any') },
          { value: 'not-approved', label: t('verdict.not-approved') },
          { value: 'approved', label: t('verdict.approved') },
          { value: 'failed', label: statusText('failed') },
          { value: 'invalid', label: statusText('invalid') },
        ]}
        onChange={(outcome) => set({ outcome })}
      />
      <Select
        label={t('verdicts.code')}
        value={filters.code}
        options={all(t('verdicts.code.any'), facets?.codes ?? [], filters.code)}
        onChange={(code) => set({ code })}
      />
      <Select
        label={t('verdicts.folder')}
        value={filters.folder}
        options={all(t('verdicts.folder.any'), facets?.folders ?? [], filters.folder)}
        onChange={(folder) => set({ folder })}
      />
      <TextField
        label={t('verdicts.from')}
        type="date"
        value={filters.from}
        onChange={(from) => set({ from })}
      />
      <TextField label={t('verdicts.to')} type="date" value={filters.to} onChange={(to) => set({ to })} />
      {isNarrowed(filters) && (
        <Button kind="quiet" onPress={() => useVerdictFilters.setState(FIRST_FILTERS)}>
          {t('verdicts.clear')}
        </Button>
      )}
    </div>
  );
}
