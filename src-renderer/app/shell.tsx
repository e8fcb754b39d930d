import './shell.css';
import { Component, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import type { Place } from '../../src-main/contract/events.ts';
import type { Overview } from '../../src-main/contract/views/overview.ts';
import { Button } from '../components/input/button.tsx';
import { Empty } from '../components/screen.tsx';
import { AuditScreen } from '../features/audit/audit-screen.tsx';
import { ConnectDialog } from '../features/connect/connect-dialog.tsx';
import { DropScreen } from '../features/drop/drop-screen.tsx';
import { TypeDialog } from '../features/drop/type-dialog.tsx';
import { FilesDialog } from '../features/files/files-dialog.tsx';
import { BacklogDialog } from '../features/folders/backlog-dialog.tsx';
import { FolderDialog } from '../features/folders/folder-dialog.tsx';
import { FoldersScreen } from '../features/folders/folders-screen.tsx';
import { InsightsScreen } from '../features/insights/insights-screen.tsx';
import { OutboxPanel } from '../features/outbox/outbox-panel.tsx';
import { ConfirmDialog } from '../features/redirect/confirm-dialog.tsx';
import { SettingsScreen } from '../features/settings/settings-screen.tsx';
import { StationsScreen } from '../features/stations/stations-screen.tsx';
import { TaskScreen } from '../features/task/task-view.tsx';
import { TasksScreen } from '../features/tasks/tasks-screen.tsx';
import { TodayScreen } from '../features/today/today-screen.tsx';
import { VerdictsScreen } from '../features/verdicts/verdicts-screen.tsx';
import { useKeptDrafts } from '../features/waiting/drafts.ts';
import { WaitingScreen } from '../features/waiting/waiting-screen.tsx';
import { useLive } from '../state/live.ts';
import { useTellActivity } from '../state/lock.ts';
import { needsCount } from '../state/needs.ts';
import { closeHelp, closePanels, usePanels } from '../state/panels.ts';
import { textOf, usePlace } from '../state/place.ts';
import { t } from '../strings/translate.ts';
import { Banners } from './banners.tsx';
import { HelpPanel } from './help.tsx';
import { Nav } from './nav.tsx';
import { Notices } from './notice-bar.tsx';
import { Palette } from './palette.tsx';
import { KeySheet, useShellKeys } from './shortcuts.tsx';
import { StatusBar } from './status-bar.tsx';
import { WindowDrop } from './window-drop.tsx';

export function Shell() {
  const place = usePlace((where) => where.place);
  const overview = useLive((live) => live.overview);
  const up = useLive((live) => live.up);
  const main = useRef<HTMLElement>(null);
  const address = textOf(place);
  const shown = useRef(address);
  useShellKeys();
  useTellActivity();
  useKeptDrafts();
  useKeptFocus();

  useEffect(() => {
    document.title = titleText(overview, up);
  }, [overview, up]);

  // This is a layout effect, because it must scroll to the top before the effect of a screen scrolls to a part of the screen.
  useLayoutEffect(() => {
    if (shown.current === address) return;
    shown.current = address;
    if (usePlace.getState().stays) return;
    main.current?.scrollTo(0, 0);
    // A focus outside the screens moves to the new screen, also after the focused element disappeared. The link of the new screen, a
    // message and a dialog keep the focus.
    const move = () => {
      if (document.activeElement?.closest('main, [aria-current], .notices, [role="dialog"]') === null)
        main.current?.focus({ preventScroll: true });
    };
    move();
    // After the palette closes, React Aria moves the focus back to the element of before.
    requestAnimationFrame(() => setTimeout(move));
  }, [address]);

  return (
    <div className="stack shell">
      <header>
        <a
          className="shell-skip"
          href={address}
          onClick={(event) => {
            event.preventDefault();
            main.current?.focus();
          }}
        >
          {t('shell.skip')}
        </a>
        <Banners />
      </header>
      <div className="grow shell-middle">
        <Nav />
        <main ref={main} tabIndex={-1} className="grow min-0 shell-main">
          <ErrorBoundary resetKey={address}>
            <ScreenOf place={place} />
          </ErrorBoundary>
        </main>
      </div>
      <div className="shell-foot">
        <StatusBar />
        <Notices />
      </div>
      <Panels />
      <WindowDrop />
      <ConfirmDialog />
    </div>
  );
}

export function Panels() {
  const { outbox, files, palette, keys, help, typing, connect, addFolder, backlog } = usePanels();
  const screen = usePlace((where) => where.place.screen);
  return (
    <>
      {outbox !== null && <OutboxPanel states={outbox} onClose={closePanels} />}
      {files !== null && <FilesDialog {...files} onClose={closePanels} />}
      {palette && <Palette onClose={closePanels} />}
      {keys && <KeySheet onClose={closePanels} />}
      {help && <HelpPanel topic={outbox === null ? screen : 'outbox'} onClose={closeHelp} />}
      {typing !== null && <TypeDialog drop={typing === 'new' ? null : typing} onClose={closePanels} />}
      {connect && <ConnectDialog onClose={closePanels} />}
      {addFolder && <FolderDialog folder={null} onClose={closePanels} />}
      {backlog !== null && <BacklogDialog folder={backlog} onClose={closePanels} />}
    </>
  );
}

function ScreenOf({ place }: { readonly place: Place }) {
  switch (place.screen) {
    case 'today':
      return <TodayScreen />;
    case 'waiting':
      return <WaitingScreen task={place.task} />;
    case 'verdicts':
      return <VerdictsScreen />;
    case 'tasks':
      return <TasksScreen />;
    case 'task':
      return <TaskScreen key={place.task} task={place.task} />;
    case 'folders':
      return <FoldersScreen />;
    case 'insights':
      return <InsightsScreen />;
    case 'stations':
      return <StationsScreen />;
    case 'audit':
      return <AuditScreen />;
    case 'settings':
      return <SettingsScreen />;
    case 'drop':
      return <DropScreen key={place.drop} drop={place.drop} />;
  }
}

/** Returns the window title. The title contains numbers but never the name of a patient or document (I11). */
function titleText(overview: Overview | null, up: boolean): string {
  if (overview === null) return t('common.appName');
  if (!up) return t('shell.titleLost');
  const count = needsCount(overview);
  return count === 0 ? t('common.appName') : t('shell.titleNeeds', { count });
}

interface Props {
  readonly resetKey: string;
  readonly children: ReactNode;
}

/** Limits the effect of a rendering error to the screen, so that the navigation still works. */
class ErrorBoundary extends Component<Props, { readonly broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override componentDidUpdate(before: Props): void {
    if (before.resetKey !== this.props.resetKey && this.state.broken) this.setState({ broken: false });
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    return (
      <>
        <h1 className="visually-hidden">{t('common.appName')}</h1>
        <div role="alert">
          <Empty
            title={t('shell.brokenTitle')}
            action={
              <div className="wrap gap-2 shell-buttons">
                <Button kind="primary" onPress={() => this.setState({ broken: false })}>
                  {t('shell.brokenShow')}
                </Button>
                <Button onPress={() => window.location.reload()}>{t('shell.brokenReload')}</Button>
              </div>
            }
          >
            {t('shell.brokenText')}
          </Empty>
        </div>
      </>
    );
  }
}

interface Kept {
  readonly element: HTMLElement;
  /** The ancestors of the focused element, innermost first. Stored here, because an element that leaves the page loses them. */
  readonly around: readonly HTMLElement[];
}

function ancestors(element: HTMLElement): readonly HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let one = element.parentElement; one !== null; one = one.parentElement) found.push(one);
  return found;
}

// Returns the element that gets the focus after the focused element has left the page: the dialog that contained the focused element, or
// else the screen.
function nextPlace({ around }: Kept): HTMLElement | null {
  const left = around.find((one) => one.isConnected && one !== document.body && one.tagName !== 'HTML');
  return left?.closest<HTMLElement>('[role="dialog"]') ?? document.querySelector('main');
}

// If the focused element leaves the page, another element gets the focus. An element that was disabled for a while gets the focus again.
function useKeptFocus(): void {
  useEffect(() => {
    let kept: Kept | null = null;
    const onFocusIn = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      kept = { element: target, around: ancestors(target) };
    };
    // A click on an empty place removes the focus on purpose, so the page must not restore the focus afterwards.
    const onPointerDown = () => {
      kept = null;
    };
    const look = () => {
      if (kept === null || document.activeElement !== document.body || !document.hasFocus()) return;
      const { element } = kept;
      if (!element.isConnected) nextPlace(kept)?.focus({ preventScroll: true });
      else if (!element.matches(':disabled')) element.focus({ preventScroll: true });
    };
    // The delay lets React Aria move the focus first, for example back to the button that opened a dialog.
    const observer = new MutationObserver(() => {
      if (kept !== null && document.activeElement === document.body)
        requestAnimationFrame(() => setTimeout(look));
    });
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    document.addEventListener('focusin', onFocusIn);
    document.addEventListener('pointerdown', onPointerDown, true);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', onFocusIn);
      document.removeEventListener('pointerdown', onPointerDown, true);
    };
  }, []);
}
