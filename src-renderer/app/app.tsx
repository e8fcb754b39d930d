import { useCallback, useEffect, useRef, useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import type { Failure } from '../../src-main/contract/result.ts';
import { Button } from '../components/input/button.tsx';
import { Empty } from '../components/screen.tsx';
import { LockScreen } from '../features/lock/lock-screen.tsx';
import { useBrowserSession } from '../host/browser-session.ts';
import type { Host } from '../host/host.ts';
import { HostContext } from '../state/host-context.ts';
import { useLanguage } from '../state/language.ts';
import { applyEvent, forgetLive, setConnected, useLive } from '../state/live.ts';
import { useLockAlone } from '../state/lock.ts';
import { goTo, usePlace } from '../state/place.ts';
import { forgetAtLock, forgetEnvironment } from '../state/store.ts';
import { useUploads } from '../state/uploads.ts';
import { t } from '../strings/translate.ts';
import { Banners } from './banners.tsx';
import { Shell } from './shell.tsx';
import { connectionText } from './status-bar.tsx';

function useAppearance(host: Host): void {
  const theme = useLive((live) => live.preferences?.theme ?? 'system');
  const textSize = useLive((live) => live.preferences?.textSize ?? 'normal');
  useEffect(() => {
    void host.call('preferences.get', {}).then((result) => {
      if (result.ok) applyEvent({ kind: 'preferences', preferences: result.value });
    });
  }, [host]);
  useEffect(() => {
    const root = document.documentElement;
    root.dataset['theme'] = theme;
    root.dataset['textSize'] = textSize;
  }, [theme, textSize]);
}

/** Shows the app. `host` is null if the page has no connection; then and after the end of the connection, shows why in place of every screen. */
export function App({ host }: { readonly host: Host | null }) {
  const { state, failure } = useBrowserSession();
  const isOver = host === null || state === 'disconnected' || state === 'ended';
  return isOver ? (
    <NotConnected failure={failure} mayReload={state === 'disconnected'} />
  ) : (
    <Connected host={host} />
  );
}

function Connected({ host }: { readonly host: Host }) {
  useEffect(() => host.subscribe(applyEvent, setConnected), [host]);
  useAppearance(host);
  useNoOtherEnvironment();
  const language = useLanguage();
  return (
    // `I18nProvider` sets the language of the texts of React Aria, which otherwise uses the language of the browser. The `key` remounts all
    // screens when the language changes, because a screen may keep translated texts in its state.
    <I18nProvider locale={language}>
      <HostContext value={host}>
        <Gate key={language} />
      </HostContext>
    </I18nProvider>
  );
}

/** Shows the screens, or the lock screen while the station is locked. Until the page knows whether the station is locked, shows neither. */
function Gate() {
  const locked = useLive((live) => live.lock?.locked ?? null);
  const [showed, setShowed] = useState(false);
  useLockAlone();
  useEffect(() => {
    if (locked === false) setShowed(true);
  }, [locked]);
  if (locked === null) return <Banners />;
  return locked ? <Locked showedBefore={showed} /> : <Shell />;
}

/** Shows the lock screen. If the page showed the screens before, also reloads the page, to clear patient data from memory. */
export function Locked({ showedBefore }: { readonly showedBefore: boolean }) {
  const overview = useLive((live) => live.overview);
  const up = useLive((live) => live.up);
  const sending = useUploads(({ uploads }) => Object.values(uploads).some(({ failure }) => failure === null));
  const [typing, setTyping] = useState(false);
  const onPin = useCallback((pin: string) => setTyping(pin !== ''), []);
  useEffect(forgetAtLock, []);
  useEffect(() => {
    // The page reloads only with a connection to the engine. Without a connection, another program could answer at the address of the page.
    if (showedBefore && up && !sending && !typing) window.location.reload();
  }, [showedBefore, up, sending, typing]);
  return <LockScreen connection={connectionText(overview, up).text} onPin={onPin} />;
}

/** Shown in place of every screen if this page is not connected. A reload comes back to the same place, by the ticket of the page. */
function NotConnected({
  failure,
  mayReload,
}: {
  readonly failure: Failure | null;
  readonly mayReload: boolean;
}) {
  useEffect(() => {
    forgetLive();
    forgetAtLock();
    document.title = t('common.appName');
    const stay = (event: DragEvent) => event.preventDefault();
    const ended = new AbortController();
    for (const kind of ['dragover', 'drop'] as const)
      window.addEventListener(kind, stay, { signal: ended.signal });
    return () => ended.abort();
  }, []);
  return (
    <main className="stack middle shell-ended">
      <h1 className="soft shell-ended-mark">{t('common.appName')}</h1>
      <div role="alert">
        <Empty
          title={failure?.message ?? ''}
          action={
            mayReload && (
              <Button autoFocus onPress={() => window.location.reload()}>
                {t('shell.openAgain')}
              </Button>
            )
          }
        >
          {failure?.next}
        </Empty>
      </div>
    </main>
  );
}

/** Leaves the Tasks and the filters of an environment after the station changed to another environment. */
function useNoOtherEnvironment(): void {
  const environment = useLive(({ overview }) => overview?.environment ?? '');
  const before = useRef('');
  useEffect(() => {
    // If the settings cannot be read, `environment` is an empty text.
    if (environment === '' || environment === before.current) return;
    const isOther = before.current !== '';
    before.current = environment;
    if (!isOther) return;
    forgetEnvironment();
    const { place } = usePlace.getState();
    if ('task' in place || place.screen === 'drop') goTo({ screen: 'today' });
  }, [environment]);
}
