import { useCallback, useMemo, useState } from 'react';
import type { VerbInput } from '../../../src-main/contract/verbs/index.ts';
import type { AuditEntry } from '../../../src-main/contract/views/audit.ts';
import { FailureBox } from '../../components/failure-box.tsx';
import { Button } from '../../components/input/button.tsx';
import { SearchField, TextField } from '../../components/input/field.tsx';
import { FilterMenu } from '../../components/input/select.tsx';
import { Loading } from '../../components/progress.tsx';
import { Empty, Screen } from '../../components/screen.tsx';
import { Time } from '../../components/time.tsx';
import { type Column, VirtualTable } from '../../components/virtual-table.tsx';
import { useHost } from '../../state/host-context.ts';
import { say, sayFailure } from '../../state/notices.ts';
import { useKeyset } from '../../state/queries/use-keyset.ts';
import { useAction, useVerb } from '../../state/queries/use-verb.ts';
import { t } from '../../strings/translate.ts';
import { AuditEntryDialog } from './audit-entry-dialog.tsx';
import { AuditStanding } from './audit-standing.tsx';
import { actionText, detailText, subjectText } from './audit-text.ts';
import './audit.css';

/** The audit record: who saw, sent, changed and exported what, and whether the record is intact. */
export function AuditScreen() {
  const host = useHost();
  const [filters, setFilters] = useState<AuditFilters>(NO_FILTERS);
  const [opened, setOpened] = useState<AuditEntry | null>(null);
  const ask = useCallback(
    (before: number | null) => host.call('audit.page', { ...filters, before }),
    [host, filters],
  );
  const list = useKeyset(JSON.stringify(filters), ask);
  const columns = useMemo(auditColumns, []);
  return (
    <Screen
      title={t('audit.title')}
      className="audit-screen"
      lead={t('audit.lead')}
      actions={<AuditExport filters={filters} />}
    >
      <AuditStanding onOpen={setOpened} />
      <AuditFilterBar filters={filters} count={list.count} onChange={setFilters} />
      {list.failure !== null && <FailureBox failure={list.failure} />}
      {list.count === null && list.failure === null && <Loading />}
      {list.count === 0 && (
        <Empty
          title={t('audit.none.title')}
          action={<Button onPress={() => setFilters(NO_FILTERS)}>{t('audit.filter.clear')}</Button>}
        >
          {t('audit.none.text')}
        </Empty>
      )}
      {list.count !== null && list.count > 0 && (
        <VirtualTable
          label={t('audit.title')}
          count={list.length}
          columns={columns}
          rowAt={list.rowAt}
          onShow={list.show}
          rowRem={2.25}
          onOpen={setOpened}
        />
      )}
      {opened !== null && <AuditEntryDialog entry={opened} onClose={() => setOpened(null)} />}
    </Screen>
  );
}

/** Exports the filtered part of the audit record. */
export function AuditExport({ filters }: { readonly filters: AuditFilters }) {
  const host = useHost();
  const { run, busy } = useAction('audit.export');
  const save = async (format: 'csv' | 'jsonl') => {
    const made = await run({ ...filters, format });
    if (!made.ok) return sayFailure(made.error);
    const { file, name, entries } = made.value;
    const saved = await host.saveMade(file, name);
    if (!saved.ok) sayFailure(saved.error);
    else if (saved.value.saved) say(t('audit.exported', { count: entries }));
  };
  return (
    <>
      <Button isDisabled={busy} onPress={() => void save('csv')}>
        {t(busy ? 'audit.exporting' : 'audit.exportCsv')}
      </Button>
      <Button isDisabled={busy} onPress={() => void save('jsonl')}>
        {t('audit.exportJsonl')}
      </Button>
    </>
  );
}

type ColumnId = 'number' | 'when' | 'who' | 'what' | 'about' | 'more';

const COLUMNS: readonly (Omit<Column<AuditEntry>, 'title'> & { readonly id: ColumnId })[] = [
  { id: 'number', least: 4, spare: 3, cell: ({ seq }) => <span className="numbers">{seq}</span> },
  { id: 'when', least: 10, cell: ({ at }) => <Time iso={at} /> },
  { id: 'who', least: 7, share: 1, cell: ({ actor }) => <Cut text={actor} /> },
  { id: 'what', least: 13, share: 1.5, cell: ({ action }) => <Cut text={actionText(action)} /> },
  { id: 'about', least: 9, share: 1.75, spare: 2, cell: (entry) => <Cut text={subjectText(entry)} /> },
  { id: 'more', least: 8, share: 1.1, spare: 1, cell: ({ detail }) => <Cut text={detailText(detail)} /> },
];

const auditColumns = () => COLUMNS.map((column) => ({ ...column, title: t(`audit.column.${column.id}`) }));

function Cut({ text }: { readonly text: string }) {
  return (
    <bdi className="cut audit-cell" title={text}>
      {text}
    </bdi>
  );
}

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
      <div className="wrap middle audit-left">
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
