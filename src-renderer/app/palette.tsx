import { useState } from 'react';
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
import { Icon } from '../components/icon.tsx';
import { useHost } from '../state/host-context.ts';
import { goTo } from '../state/place.ts';
import { useVerb } from '../state/use-verb.ts';
import { standText } from '../strings/format.ts';
import { t } from '../strings/translate.ts';
import { NAV_ITEMS } from './nav-items.ts';
import { type Action, paletteActions } from './palette-actions.ts';
import { useLater } from './use-later.ts';
import './palette.css';

interface Row extends Action {
  readonly note: string | null;
}

interface Group {
  readonly id: string;
  readonly label: string;
  readonly rows: readonly Row[];
}

const fits = (text: string, wanted: string) =>
  wanted.split(/\s+/).every((word) => text.toLowerCase().includes(word));

function useGroups(search: string): { groups: readonly Group[]; searching: boolean } {
  const host = useHost();
  const folders = useVerb('folders.list', {});
  const wanted = search.trim().toLowerCase();
  const asked = useLater(search.trim(), 150);
  const tasks = useVerb('tasks.page', asked === '' ? null : { search: asked, length: 8 });
  const screens = NAV_ITEMS.map(({ place, label, icon }) => ({
    id: `screen-${place.screen}`,
    label: t('palette.goTo', { screen: t(label) }),
    icon,
    note: null,
    run: () => goTo(place),
  }));
  const actions = paletteActions(host, folders.data ?? []).map((action) => ({ ...action, note: null }));
  const found = wanted === '' ? [] : (tasks.data?.rows ?? []);
  const groups: readonly Group[] = [
    { id: 'screens', label: t('palette.screens'), rows: screens.filter((row) => fits(row.label, wanted)) },
    { id: 'actions', label: t('palette.actions'), rows: actions.filter((row) => fits(row.label, wanted)) },
    {
      id: 'tasks',
      label: t('palette.tasks'),
      rows: found.map((task) => ({
        id: `task-${task.uuid}`,
        label: task.name,
        icon: 'tasks',
        note: `${task.task_type} · ${standText(task)}`,
        run: () => goTo({ screen: 'task', task: task.uuid }),
      })),
    },
  ];
  const searching = wanted !== '' && (asked !== search.trim() || tasks.loading);
  return { groups: groups.filter(({ rows }) => rows.length > 0), searching };
}

/** Everything that can be gone to or done, found by typing. */
export function Palette({ onClose }: { onClose(): void }) {
  const [search, setSearch] = useState('');
  const { groups, searching } = useGroups(search);
  const run = (id: string) => {
    const row = groups.flatMap(({ rows }) => rows).find((one) => one.id === id);
    if (row === undefined) return;
    onClose();
    void row.run();
  };
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(open) => !open && onClose()}
      className="dialog-overlay palette-overlay"
    >
      <Modal className="dialog-modal palette-modal">
        <Dialog className="dialog" aria-label={t('palette.title')}>
          <Autocomplete inputValue={search} onInputChange={setSearch}>
            {/* Only Escape clears it, and whoever presses Escape wants to be gone. */}
            <SearchField
              autoFocus
              aria-label={t('palette.title')}
              onClear={onClose}
              className="row gap-3 palette-field"
            >
              <Icon name="search" />
              <Input className="palette-input" placeholder={t('palette.placeholder')} />
            </SearchField>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
            <section className="palette-scroll" tabIndex={0} aria-label={t('palette.results')}>
              <ListBox
                aria-label={t('palette.results')}
                className="palette-list"
                items={groups}
                selectionMode="none"
                onAction={(key) => run(String(key))}
                renderEmptyState={() => (
                  <p className="palette-empty">{t(searching ? 'palette.searching' : 'palette.nothing')}</p>
                )}
              >
                {(group) => (
                  <ListBoxSection id={group.id}>
                    <Header className="quiet palette-heading">{group.label}</Header>
                    <Collection items={group.rows}>
                      {(row) => (
                        <ListBoxItem id={row.id} textValue={row.label} className="row gap-3 palette-row">
                          <Icon name={row.icon} />
                          <bdi className="cut palette-label">{row.label}</bdi>
                          {row.note !== null && <span className="quiet palette-note">{row.note}</span>}
                        </ListBoxItem>
                      )}
                    </Collection>
                  </ListBoxSection>
                )}
              </ListBox>
            </section>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
