import { useCallback, useEffect, useMemo, useState } from 'react';
import type { VerbInput } from '../../../src-main/contract/verbs/index.ts';
import type {
  AuditEntry,
  AuditFinding,
  AuditStanding as Standing,
} from '../../../src-main/contract/views/audit.ts';
import { Chip } from '../../components/chip.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { Button } from '../../components/input/button.tsx';
import { DayFields, SearchField } from '../../components/input/field.tsx';
import { FilterMenu } from '../../components/input/select.tsx';
import { JsonView } from '../../components/json-view.tsx';
import { Loading } from '../../components/progress.tsx';
import { keyed } from '../../components/rows/keyed.ts';
import { type Column, VirtualTable } from '../../components/rows/virtual-table.tsx';
import { Empty, Fact, Screen } from '../../components/screen.tsx';
import { Time } from '../../components/time.tsx';
import { useHost } from '../../state/host-context.ts';
import { say, sayFailure } from '../../state/notices.ts';
import { goTo } from '../../state/place.ts';
import { useKeyset } from '../../state/queries/use-keyset.ts';
import { useAction, useVerb } from '../../state/queries/use-verb.ts';
import { fullTimeText } from '../../strings/time-text.ts';
import { t } from '../../strings/translate.ts';
import {
  actionText,
  detailText,
  entryToShow,
  findingText,
  standingText,
  subjectText,
  tamperedNext,
  taskOf,
} from './audit-text.ts';
import './audit.css';

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
          action={<Button onPress={() => setFilters(NO_FILTERS)}>{t('tasks.filter.clear')}</Button>}
        >
          {t('tasks.noMatch.text')}
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

function AuditExport({ filters }: { readonly filters: AuditFilters }) {
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
  { id: 'number', least: 4, spare: 2, cell: ({ seq }) => <span className="numbers">{seq}</span> },
  { id: 'when', least: 10, cell: ({ at }) => <Time iso={at} /> },
  { id: 'who', least: 7, share: 1, cell: ({ actor }) => <Cut text={actor} /> },
  { id: 'what', least: 13, share: 1.5, cell: ({ action }) => <Cut text={actionText(action)} /> },
  { id: 'about', least: 9, share: 1.75, spare: 3, cell: (entry) => <Cut text={subjectText(entry)} /> },
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

type AuditFilters = Omit<VerbInput<'audit.page'>, 'before' | 'length'>;
export const NO_FILTERS: AuditFilters = {};

export const isNarrowed = (filters: AuditFilters): boolean =>
  Object.values(filters).some((value) => value !== null && value !== undefined && value.length > 0);

interface AuditFilterBarProps {
  readonly filters: AuditFilters;
  readonly count: number | null;
  onChange(filters: AuditFilters): void;
}

function AuditFilterBar({ filters, count, onChange }: AuditFilterBarProps) {
  const facets = useVerb('audit.facets', {}).data;
  const put = (change: AuditFilters) => onChange({ ...filters, ...change });
  return (
    <div className="wrap audit-filters">
      <SearchField
        label={t('audit.filter.subject')}
        placeholder={t('audit.filter.subject')}
        value={filters.subject ?? ''}
        onChange={(subject) => put({ subject })}
      />
      <FilterMenu
        label={t('audit.column.who')}
        chosen={filters.actor ?? []}
        options={(facets?.actors ?? []).map((value) => ({ value, label: value }))}
        onChange={(actor) => put({ actor })}
      />
      <FilterMenu
        label={t('audit.column.what')}
        chosen={filters.action ?? []}
        options={(facets?.actions ?? []).map((value) => ({ value, label: actionText(value) }))}
        onChange={(action) => put({ action })}
      />
      <div className="wrap audit-days">
        <DayFields days={filters} onChange={(end, day) => put({ [end]: day === '' ? null : day })} />
      </div>
      <div className="wrap middle audit-left">
        <p className="soft numbers" role="status">
          {count === null ? '' : t('audit.count', { count })}
        </p>
        {isNarrowed(filters) && (
          <Button kind="quiet" size="small" onPress={() => onChange(NO_FILTERS)}>
            {t('tasks.filter.clear')}
          </Button>
        )}
      </div>
    </div>
  );
}

export function AuditStanding({ onOpen }: { onOpen(entry: AuditEntry): void }) {
  const { run, busy, failure } = useAction('audit.verify');
  const [standing, setStanding] = useState<Standing | null>(null);
  const check = useCallback(async () => {
    const result = await run({});
    if (result.ok) setStanding(result.value);
  }, [run]);
  const page = useAction('audit.page');
  useEffect(() => {
    void check();
  }, [check]);
  const open = async (seq: number) => {
    const result = await page.run({ before: seq + 1, length: 1 });
    const entry = result.ok ? result.value.rows[0] : undefined;
    if (entry !== undefined) onOpen(entry);
  };
  const said = standing === null ? null : standingText(standing);
  return (
    <div className="stack gap-2">
      <div className="wrap middle audit-standing-line">
        <div role="status">
          {busy && standing === null && t('audit.checking')}
          {said !== null && <Chip tone={said.tone}>{said.words}</Chip>}
        </div>
        <Button kind="quiet" size="small" isDisabled={busy} onPress={() => void check()}>
          {t(busy ? 'audit.checking' : 'audit.check')}
        </Button>
      </div>
      {failure !== null && <FailureBox failure={failure} />}
      {page.failure !== null && <FailureBox failure={page.failure} />}
      {standing !== null && standing.findings.length > 0 && (
        <ul className="stack gap-1 scrolls audit-findings">
          {keyed(standing.findings).map(({ key, item }) => (
            <Finding key={key} finding={item} onShow={(seq) => void open(seq)} />
          ))}
        </ul>
      )}
      {standing?.whole === false && <p>{t('common.whatToDo', { next: tamperedNext() })}</p>}
    </div>
  );
}

function Finding({ finding, onShow }: { readonly finding: AuditFinding; onShow(seq: number): void }) {
  const seq = entryToShow(finding);
  return (
    <li>
      {findingText(finding)}{' '}
      {seq !== null && (
        <Button kind="quiet" size="small" onPress={() => onShow(seq)}>
          {t('audit.showEntry', { seq: String(seq) })}
        </Button>
      )}
    </li>
  );
}

function AuditEntryDialog({ entry, onClose }: { readonly entry: AuditEntry; onClose(): void }) {
  const task = taskOf(entry);
  return (
    <Dialog
      title={t('audit.entry', { seq: String(entry.seq) })}
      onClose={onClose}
      actions={
        <>
          {task !== null && (
            <Button onPress={() => goTo({ screen: 'task', task })}>{t('common.openTask')}</Button>
          )}
          <Button kind="primary" onPress={onClose}>
            {t('common.close')}
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a person must be able to scroll this part with the keyboard */}
      <section tabIndex={0} aria-label={t('audit.column.more')}>
        <dl className="facts audit-entry">
          <Fact name={t('audit.column.when')}>{fullTimeText(entry.at)}</Fact>
          <Fact name={t('audit.column.who')}>
            <bdi>{entry.actor}</bdi>
          </Fact>
          <Fact name={t('audit.column.what')}>
            {actionText(entry.action)} <code>{entry.action}</code>
          </Fact>
          {entry.subject !== null && (
            <Fact name={t('audit.column.about')}>
              <bdi>{subjectText(entry)}</bdi>
            </Fact>
          )}
          {Object.keys(entry.detail).length > 0 && (
            <Fact name={t('audit.column.more')}>
              <JsonView value={entry.detail} />
            </Fact>
          )}
          <Fact name={t('audit.entry.hash')}>
            <code>{entry.hash}</code>
          </Fact>
        </dl>
      </section>
    </Dialog>
  );
}
