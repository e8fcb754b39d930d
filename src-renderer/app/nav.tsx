import { Fragment } from 'react';
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import type { Place } from '../../src-main/contract/events.ts';
import type { Overview } from '../../src-main/contract/views/overview.ts';
import { Icon, type IconName } from '../components/icon.tsx';
import { useHost } from '../state/host-context.ts';
import { useLive } from '../state/live.ts';
import { canLock, lockNow } from '../state/lock.ts';
import { useMe } from '../state/me.ts';
import { refusedCount, waitingCount } from '../state/needs.ts';
import { openHelp, openOutbox, openTyping } from '../state/panels.ts';
import { textOf, usePlace } from '../state/place.ts';
import { beginDrop, chooseFiles, openEmptyDraft } from '../state/uploads.ts';
import { type PlainKey, t } from '../strings/translate.ts';
import './nav.css';

interface CountProps {
  readonly count: number;
  /** The count as a phrase with a noun, for screen readers. */
  readonly words: string;
  readonly tone: 'plain' | 'warn' | 'bad';
}

function Count({ count, words, tone }: CountProps) {
  if (count === 0) return null;
  return (
    <span className={`nav-count nav-count-${tone}`} title={words}>
      <span aria-hidden="true">{count}</span>
      <span className="visually-hidden">{words}</span>
    </span>
  );
}

function ItemCount({ screen }: { readonly screen: Place['screen'] }) {
  const overview = useLive((live) => live.overview);
  if (overview === null) return null;
  if (screen === 'waiting') {
    const count = waitingCount(overview);
    return <Count count={count} words={t('today.needs.waiting', { count })} tone="warn" />;
  }
  if (screen !== 'folders') return null;
  const count = overview.folders_unreachable;
  return <Count count={count} words={t('today.folders', { count })} tone="bad" />;
}

export function Nav() {
  const screen = usePlace(({ place, from }) => (place.screen === 'drop' ? from.screen : place.screen));
  return (
    <nav className="stack gap-4 nav" aria-label={t('shell.nav')}>
      <p className="row gap-2 strong nav-mark">
        <span className="nav-mark-sign" aria-hidden="true" />
        <span className="min-0 break nav-mark-name">{t('common.appName')}</span>
      </p>
      <AddDocuments />
      <ul className="stack nav-list">
        {useNavItems().map((item) => (
          <Fragment key={item.place.screen}>
            {item.place.screen === 'folders' && (
              <li>
                <OutboxItem />
              </li>
            )}
            <li>
              <a
                className="wrap middle left nav-item"
                href={textOf(item.place)}
                aria-current={item.under.includes(screen) ? 'page' : undefined}
              >
                <Icon name={item.icon} />
                <span className="grow nav-label">{t(item.label)}</span>
                <ItemCount screen={item.place.screen} />
              </a>
            </li>
          </Fragment>
        ))}
      </ul>
      <div className="stack nav-foot">
        <OutboxNotes />
        <HelpItem />
        <LockItem />
      </div>
    </nav>
  );
}

function AddDocuments() {
  const host = useHost();
  const choose = async (what: 'files' | 'folder') => beginDrop(host, await chooseFiles(host, what));
  return (
    <MenuTrigger>
      <AriaButton className="button button-primary nav-add">
        <Icon name="add" />
        <span>{t('shell.add')}</span>
      </AriaButton>
      <Popover className="card menu-popover" placement="bottom start">
        <Menu className="menu" aria-label={t('shell.add')}>
          <MenuItem className="row gap-3 menu-item" onAction={() => void choose('files')}>
            <Icon name="file" />
            {t('shell.addFiles')}
          </MenuItem>
          <MenuItem className="row gap-3 menu-item" onAction={() => void choose('folder')}>
            <Icon name="folders" />
            {t('shell.addFolder')}
          </MenuItem>
          <MenuItem className="row gap-3 menu-item" onAction={() => openTyping(null)}>
            <Icon name="add" />
            {t('shell.addText')}
          </MenuItem>
          <MenuItem className="row gap-3 menu-item" onAction={() => void openEmptyDraft(host)}>
            <Icon name="add" />
            {t('shell.addDetails')}
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

function useOutboxCounts() {
  const overview = useLive((live) => live.overview);
  return overview === null
    ? { onWay: 0, refused: 0 }
    : { onWay: overview.sending.count, refused: refusedCount(overview) };
}

function OutboxItem() {
  const { onWay, refused } = useOutboxCounts();
  return (
    <AriaButton className="wrap middle left nav-item" onPress={() => openOutbox()}>
      <Icon name="outbox" />
      <span className="grow nav-label">{t('shell.outbox')}</span>
      <Count count={onWay} words={t('shell.outboxOnWay', { count: onWay })} tone="plain" />
      <Count count={refused} words={t('shell.outboxRefused', { count: refused })} tone="bad" />
    </AriaButton>
  );
}

/** Explains the counts of the outbox in words. Shows nothing if the outbox has neither rows in progress nor rejected rows. */
function OutboxNotes() {
  const { onWay, refused } = useOutboxCounts();
  if (onWay + refused === 0) return null;
  return (
    <AriaButton className="stack left nav-item" onPress={() => openOutbox()}>
      {onWay > 0 && (
        <span className="quiet nav-note numbers">{t('shell.outboxOnWay', { count: onWay })}</span>
      )}
      {refused > 0 && (
        <span className="quiet nav-note strong nav-note-bad numbers">
          {t('shell.outboxRefused', { count: refused })}
        </span>
      )}
    </AriaButton>
  );
}

function HelpItem() {
  return (
    <AriaButton className="wrap middle left nav-item" aria-keyshortcuts="F1" onPress={openHelp}>
      <Icon name="help" />
      <span className="grow nav-label">{t('help.nav')}</span>
    </AriaButton>
  );
}

function LockItem() {
  const host = useHost();
  const isReady = useLive(canLock);
  const isShared = useLive((live) => (live.lock?.users.length ?? 0) > 0);
  const me = useMe();
  return (
    <>
      {isShared && <p className="quiet nav-note break nav-me">{t('lock.signedIn', { name: me })}</p>}
      <AriaButton className="wrap middle left nav-item" onPress={() => void lockNow(host)}>
        <Icon name="key" />
        <span className="grow nav-label">
          {t(isShared ? 'lock.switch' : isReady ? 'settings.lock.now' : 'today.noPin.set')}
        </span>
      </AriaButton>
    </>
  );
}

interface NavItem {
  readonly place: Place;
  readonly label: PlainKey;
  readonly icon: IconName;
  readonly under: readonly Place['screen'][];
}

/**
 * Returns the entries of the navigation. The entry for the screen Stations is included only if other stations share work with this station.
 */
export function navItems(overview: Overview | null): readonly NavItem[] {
  return overview?.stations_shared === true ? [...NAV_ITEMS, STATIONS] : NAV_ITEMS;
}

export const useNavItems = (): readonly NavItem[] => navItems(useLive((live) => live.overview));

/** The entries of the navigation, in their order on the screen. The key 1 opens the first entry, the key 2 the second entry, and so on. */
const NAV_ITEMS: readonly NavItem[] = [
  { place: { screen: 'today' }, label: 'shell.today', icon: 'today', under: ['today'] },
  { place: { screen: 'waiting', task: null }, label: 'shell.waiting', icon: 'waiting', under: ['waiting'] },
  { place: { screen: 'verdicts' }, label: 'shell.verdicts', icon: 'verdicts', under: ['verdicts'] },
  { place: { screen: 'tasks' }, label: 'shell.tasks', icon: 'tasks', under: ['tasks', 'task'] },
  { place: { screen: 'folders' }, label: 'shell.folders', icon: 'folders', under: ['folders'] },
  { place: { screen: 'insights' }, label: 'shell.insights', icon: 'insights', under: ['insights'] },
  { place: { screen: 'settings' }, label: 'shell.settings', icon: 'settings', under: ['settings', 'audit'] },
];

/** The entry comes last, so that the number keys of the other entries stay the same when a second station appears. */
const STATIONS: NavItem = {
  place: { screen: 'stations' },
  label: 'shell.stations',
  icon: 'stations',
  under: ['stations'],
};
