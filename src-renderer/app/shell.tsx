import { useEffect, useRef } from 'react';
import { LockWarning } from '../features/lock/lock-warning.tsx';
import { ConfirmDialog } from '../features/redirect/confirm-dialog.tsx';
import { useKeptDrafts } from '../features/waiting/keep-drafts.ts';
import { useLive } from '../state/live.ts';
import { useTellActivity } from '../state/lock.ts';
import { usePlace } from '../state/place.ts';
import { textOf } from '../state/place-text.ts';
import { t } from '../strings/translate.ts';
import { Banners } from './banners.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Nav } from './nav.tsx';
import { Notices } from './notices.tsx';
import { Panels } from './panels.tsx';
import { ScreenOf } from './screens.tsx';
import { StatusBar } from './status-bar.tsx';
import { titleText } from './title-text.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import { useShellKeys } from './use-shell-keys.ts';
import { WindowDrop } from './window-drop.tsx';
import './shell.css';

/** The window: navigation, what holds everywhere, and the screen of the place. */
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

  useEffect(() => {
    if (shown.current === address) return;
    shown.current = address;
    main.current?.scrollTo(0, 0);
    // What was focused went with the screen before: begin at the new one instead of at the top of the window.
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, [address]);

  return (
    <div className="shell">
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
      <div className="shell-middle">
        <Nav />
        <main ref={main} tabIndex={-1} className="shell-main">
          <ErrorBoundary resetKey={address}>
            <ScreenOf place={place} />
          </ErrorBoundary>
        </main>
      </div>
      <StatusBar />
      <Panels />
      <Notices />
      <WindowDrop />
      <LockWarning />
      <ConfirmDialog />
    </div>
  );
}
