import { useEffect, useState } from 'react';
import {
  Autocomplete,
  Collection,
  Dialog,
  Header,
  Input,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Modal,
  ModalOverlay,
  SearchField,
} from 'react-aria-components';
import { isLocked } from '../../src-main/contract/settings.ts';
import { isDraft } from '../../src-main/contract/views/drop.ts';
import type { FolderViewOfRule } from '../../src-main/contract/views/folder.ts';
import type { Preferences } from '../../src-main/contract/views/settings-view.ts';
import { Icon, type IconName } from '../components/icon.tsx';
import { Marking } from '../components/marked.tsx';
import { type FoundPlace, FoundPlaceLine, foundPlace } from '../components/rows/found-place.tsx';
import type { Host } from '../host/host.ts';
import { askForTask, canBeId } from '../state/asked-task.ts';
import { useHost } from '../state/host-context.ts';
import { lockNow } from '../state/lock.ts';
import { sayResult } from '../state/notices.ts';
import { useOffered } from '../state/offered.ts';
import { openAddFolder, openConnect, openHelp, openKeys, openOutbox, openTyping } from '../state/panels.ts';
import { goTo } from '../state/place.ts';
import { usePreferences } from '../state/queries/use-preferences.ts';
import { useVerb } from '../state/queries/use-verb.ts';
import { openFound } from '../state/searched.ts';
import { beginDrop, chooseFiles, openNewestDraft } from '../state/uploads.ts';
import { standText } from '../strings/format.ts';
import { timeText } from '../strings/time-text.ts';
import { t } from '../strings/translate.ts';
import { useNavItems } from './nav.tsx';
import './palette.css';

const fits = (text: string, wanted: string) =>
  wanted.split(/\s+/).every((word) => text.toLowerCase().includes(word));

const question = (search: string) => ({ search, length: 8 });

function useGroups(search: string) {
  const host = useHost();
  const { change } = usePreferences();
  const folders = useVerb('folders.list', {});
  const wanted = search.trim().toLowerCase();
  const asked = useLater(search.trim(), 150);
  const tasks = useVerb('tasks.page', asked === '' ? null : question(asked));
  const screens: readonly Action[] = useNavItems().map(({ place, label, icon }) => ({
    id: `screen-${place.screen}`,
    label: t('palette.goTo', { screen: t(label) }),
    icon,
    run: () => goTo(place),
  }));
  const settings = useVerb('settings.get', {}).data;
  const hasDraft = useVerb('drops.list', {}).data?.some(isDraft) === true;
  const mayAdd = settings === null || !isLocked(settings.locked, 'folders');
  const offered: readonly Action[] = useOffered(({ actions }) => actions).map(({ label, run }) => ({
    id: label,
    label: t(label),
    icon: 'file',
    run,
  }));
  const draft: readonly Action[] = hasDraft
    ? [{ id: 'draft', label: t('palette.draft'), icon: 'file', run: () => openNewestDraft(host) }]
    : [];
  const actions = [...offered, ...draft, ...paletteActions(host, mayAdd, folders.data ?? [], change)];
  const found = wanted === '' ? [] : (tasks.data?.rows ?? []);
  const foundTasks: readonly Action[] = found.map((task) => ({
    id: `task-${task.uuid}`,
    label: task.name,
    icon: 'tasks',
    detail: `${task.task_type} · ${timeText(task.created)}`,
    note: [standText(task), ...(task.corrected ? [t('correct.chip')] : [])].join(' · '),
    place: foundPlace(task),
    assignee: task.handling.assignee,
    run: () => openFound(task.uuid, asked),
  }));
  const groups = [
    { id: 'screens', label: t('palette.screens'), rows: screens.filter((row) => fits(row.label, wanted)) },
    { id: 'actions', label: t('palette.actions'), rows: actions.filter((row) => fits(row.label, wanted)) },
    { id: 'tasks', label: t('shell.tasks'), rows: foundTasks },
  ];
  const typed = search.trim();
  // Until the answer arrives, the rows of Tasks are of an older text.
  const isOlder = wanted !== '' && tasks.answered !== JSON.stringify(question(typed));
  if (canBeId(typed) && !isOlder && found.length === 0)
    groups.push({
      id: 'service',
      label: t('palette.service'),
      rows: [
        {
          id: 'ask-service',
          label: t('palette.ask', { id: typed }),
          icon: 'search',
          run: () => askForTask(host, typed),
        },
      ],
    });
  const searching = wanted !== '' && (asked !== search.trim() || tasks.loading);
  return {
    groups: groups.filter(({ rows }) => rows.length > 0),
    searching,
    foundTasks,
    isOlder,
  };
}

export function Palette({ onClose }: { onClose(): void }) {
  const [search, setSearch] = useState('');
  const { groups, searching, foundTasks, isOlder } = useGroups(search);
  const [waits, setWaits] = useState(false);
  const run = (id: string | undefined) => {
    const row = groups.flatMap(({ rows }) => rows).find((one) => one.id === id);
    if (row === undefined) return;
    onClose();
    void row.run();
  };
  const enter = (id: string | undefined) => {
    if (isOlder && (id === undefined || id.startsWith('task-'))) setWaits(true);
    else run(id);
  };
  useEffect(() => {
    if (!waits || isOlder) return;
    setWaits(false);
    run(foundTasks[0]?.id);
  });
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(open) => !open && onClose()}
      className="dialog-overlay palette-overlay"
    >
      <Modal className="dialog-modal palette-modal">
        <Dialog className="dialog" aria-label={t('palette.title')}>
          <Autocomplete
            inputValue={search}
            onInputChange={(text) => {
              setSearch(text);
              setWaits(false);
            }}
          >
            {/* The field has no button that clears it. Only the Escape key calls `onClear`, so `onClear` closes the palette. */}
            <SearchField
              autoFocus
              aria-label={t('palette.title')}
              onClear={onClose}
              className="row gap-3 palette-field"
            >
              <Icon name="search" />
              <Input
                className="bare min-0 grow palette-input"
                placeholder={t('palette.placeholder')}
                onKeyDownCapture={(event) => {
                  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
                  event.preventDefault();
                  event.stopPropagation();
                  enter(markedRow(event.currentTarget));
                }}
              />
            </SearchField>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a person must be able to scroll this part with the keyboard */}
            <section className="grow scrolls palette-scroll" tabIndex={0} aria-label={t('palette.results')}>
              <Marking search={search}>
                <ListBox
                  aria-label={t('palette.results')}
                  className="palette-list"
                  items={groups}
                  selectionMode="none"
                  onAction={(key) => run(String(key))}
                  renderEmptyState={() => (
                    <p className="soft palette-empty">
                      {t(searching ? 'palette.searching' : 'palette.nothing')}
                    </p>
                  )}
                >
                  {(group) => (
                    <ListBoxSection id={group.id}>
                      <Header className="quiet palette-heading">{group.label}</Header>
                      <Collection items={group.rows}>
                        {(row) => (
                          <ListBoxItem id={row.id} textValue={row.label} className="row gap-3 palette-row">
                            <Icon name={row.icon} />
                            <span className="stack min-0 grow">
                              <bdi className="cut">{row.label}</bdi>
                              {row.detail !== undefined && <span className="quiet cut">{row.detail}</span>}
                              {row.assignee != null && (
                                <span className="quiet cut">{t('handling.row', { name: row.assignee })}</span>
                              )}
                              {row.place != null && (
                                <span className="quiet cut">
                                  <FoundPlaceLine place={row.place} />
                                </span>
                              )}
                            </span>
                            {row.note !== undefined && <span className="quiet palette-note">{row.note}</span>}
                          </ListBoxItem>
                        )}
                      </Collection>
                    </ListBoxSection>
                  )}
                </ListBox>
              </Marking>
            </section>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

// After a person deleted letters, React Aria marks a row without an active descendant, and Enter would do nothing. The marked row, or else
// the first row, is therefore found in the page.
function markedRow(field: HTMLElement): string | undefined {
  const rows = field.closest('[role="dialog"]')?.querySelectorAll<HTMLElement>('[role="option"]') ?? [];
  const [first] = rows;
  return ([...rows].find((row) => row.matches('[data-focused]')) ?? first)?.dataset['key'];
}

interface Action {
  readonly id: string;
  readonly label: string;
  readonly icon: IconName;
  readonly note?: string;
  /** The second line of a row. The line tells Tasks with the same name apart. */
  readonly detail?: string;
  /** Names the part of the Task that contains the searched words. Null or missing if the label contains the words. */
  readonly place?: FoundPlace | null;
  /** The person who looks after the Task. */
  readonly assignee?: string | null;
  run(): void | Promise<void>;
}

async function retryAll(host: Host): Promise<void> {
  sayResult(await host.call('outbox.retry-all', {}), (value) =>
    t('palette.retriedAll', { count: value.count }),
  );
}

async function rescan(host: Host): Promise<void> {
  sayResult(await host.call('folders.rescan', { folder: null }), () => t('folders.looking'));
}

async function switchFolder(host: Host, { id, paused }: FolderViewOfRule): Promise<void> {
  sayResult(await host.call(paused ? 'folders.resume' : 'folders.pause', { folder: id }), () =>
    t(paused ? 'folders.resumed' : 'folders.paused', { id }),
  );
}

function paletteActions(
  host: Host,
  mayAdd: boolean,
  folders: readonly FolderViewOfRule[],
  change: (changes: Partial<Preferences>) => Promise<void>,
): readonly Action[] {
  const add = async (what: 'files' | 'folder') => beginDrop(host, await chooseFiles(host, what));
  const watch = () => {
    goTo({ screen: 'folders' });
    openAddFolder();
  };
  return [
    { id: 'add-files', label: t('shell.add'), icon: 'add', run: () => add('files') },
    ...(mayAdd ? [{ id: 'watch', label: t('palette.watch'), icon: 'folders' as const, run: watch }] : []),
    { id: 'add-folder', label: t('palette.addFolder'), icon: 'add', run: () => add('folder') },
    { id: 'add-text', label: t('drop.type.title'), icon: 'add', run: () => openTyping(null) },
    { id: 'connect', label: t('connect.open'), icon: 'settings', run: openConnect },
    { id: 'outbox', label: t('palette.outbox'), icon: 'outbox', run: () => openOutbox() },
    { id: 'retry-all', label: t('palette.retryAll'), icon: 'refresh', run: () => retryAll(host) },
    { id: 'rescan', label: t('palette.rescan'), icon: 'folders', run: () => rescan(host) },
    ...folders.map((folder) => ({
      id: `folder-${folder.id}`,
      label: t(folder.paused ? 'palette.resume' : 'palette.pause', { folder: folder.id }),
      icon: 'pause' as const,
      run: () => switchFolder(host, folder),
    })),
    ...(['light', 'dark', 'system'] as const).map((theme) => ({
      id: theme,
      label: t(`palette.${theme}`),
      icon: 'sun' as const,
      run: () => change({ theme }),
    })),
    { id: 'lock', label: t('keys.lock'), icon: 'key', run: () => lockNow(host) },
    {
      id: 'pin',
      label: t('palette.pin'),
      icon: 'key',
      run: () => goTo({ screen: 'settings', group: 'lock' }),
    },
    { id: 'audit', label: t('audit.open'), icon: 'clock', run: () => goTo({ screen: 'audit' }) },
    { id: 'help', label: t('help.open'), icon: 'help', run: () => openHelp() },
    { id: 'keys', label: t('palette.keys'), icon: 'key', run: () => openKeys() },
  ];
}

function useLater<T>(value: T, ms: number): T {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return later;
}
