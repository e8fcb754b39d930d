import type { VerbInput } from '../../../src-main/contract/verbs/index.ts';
import { Button } from '../../components/button.tsx';
import { SearchField, TextField } from '../../components/field.tsx';
import { FilterMenu } from '../../components/select.tsx';
import { useVerb } from '../../state/use-verb.ts';
import { t } from '../../strings/translate.ts';
import { actionText } from './audit-text.ts';

export type AuditFilters = Omit<VerbInput<'audit.page'>, 'before' | 'length'>;
export const NO_FILTERS: AuditFilters = {};

export const isNarrowed = (filters: AuditFilters): boolean =>
  Object.values(filters).some((value) => value !== null && value !== undefined && value.length > 0);

interface AuditFilterBarProps {
  readonly filters: AuditFilters;
  readonly count: number | null;
  onChange(filters: AuditFilters): void;
}

/** Filters of the audit record. */
export function AuditFilterBar({ filters, count, onChange }: AuditFilterBarProps) {
  const facets = useVerb('audit.facets', {}).data;
  const put = (change: AuditFilters) => onChange({ ...filters, ...change });
  const day = (text: string) => (text === '' ? null : text);
  return (
    <div className="wrap audit-filters">
      <SearchField
        label={t('audit.filter.subject')}
        placeholder={t('audit.filter.subject')}
        value={filters.subject ?? ''}
        onChange={(subject) => put({ subject })}
      />
      <FilterMenu
        label={t('audit.filter.actor')}
        chosen={filters.actor ?? []}
        options={(facets?.actors ?? []).map((value) => ({ value, label: value }))}
        onChange={(actor) => put({ actor })}
      />
      <FilterMenu
        label={t('audit.filter.action')}
        chosen={filters.action ?? []}
        options={(facets?.actions ?? []).map((value) => ({ value, label: actionText(value) }))}
        onChange={(action) => put({ action })}
      />
      <div className="wrap audit-days">
        <TextField
          label={t('audit.filter.from')}
          type="date"
          value={filters.from ?? ''}
          onChange={(from) => put({ from: day(from) })}
        />
        <TextField
          label={t('audit.filter.to')}
          type="date"
          value={filters.to ?? ''}
          onChange={(to) => put({ to: day(to) })}
        />
      </div>
      <div className="wrap audit-left">
        <p className="soft numbers" role="status">
          {count === null ? '' : t('audit.count', { count })}
        </p>
        {isNarrowed(filters) && (
          <Button kind="quiet" size="small" onPress={() => onChange(NO_FILTERS)}>
            {t('audit.filter.clear')}
          </Button>
        )}
      </div>
    </div>
  );
}
