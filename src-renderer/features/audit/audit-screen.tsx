import { useCallback, useMemo, useState } from 'react';
import type { AuditEntry } from '../../../src-main/contract/views/audit.ts';
import { Button } from '../../components/button.tsx';
import { Empty } from '../../components/empty.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { Loading } from '../../components/loading.tsx';
import { VirtualTable } from '../../components/virtual-table.tsx';
import { useHost } from '../../state/host-context.ts';
import { useKeyset } from '../../state/use-keyset.ts';
import { t } from '../../strings/translate.ts';
import { auditColumns } from './audit-columns.tsx';
import { AuditEntryDialog } from './audit-entry-dialog.tsx';
import { AuditExport } from './audit-export.tsx';
import { AuditFilterBar, type AuditFilters, NO_FILTERS } from './audit-filters.tsx';
import { AuditStanding } from './audit-standing.tsx';
import './audit.css';

/** Who saw, sent, changed and exported what, and whether that record is what was written. */
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
    <div className="screen audit-screen">
      <header className="screen-header">
        <div className="screen-titles">
          <h1>{t('audit.title')}</h1>
          <p className="screen-lead">{t('audit.lead')}</p>
        </div>
        <div className="wrap gap-2">
          <AuditExport filters={filters} />
        </div>
      </header>
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
    </div>
  );
}
