import { useEffect, useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import { useBrowserSession } from '../host/browser-session.ts';
import type { Host } from '../host/host.ts';
import { HostContext } from '../state/host-context.ts';
import { takeEvent, takeLink, useLive } from '../state/live.ts';
import { useLockAlone } from '../state/lock.ts';
import { Banners } from './banners.tsx';
import { Locked } from './locked.tsx';
import { SessionEnded } from './session-ended.tsx';
import { Shell } from './shell.tsx';

/** Asks once for the person's preferences, and shows the window as they say; later changes come as events. */
function useAppearance(host: Host): void {
  const theme = useLive((live) => live.preferences?.theme ?? 'system');
  const textSize = useLive((live) => live.preferences?.textSize ?? 'normal');
  useEffect(() => {
    void host.call('preferences.get', {}).then((result) => {
      if (result.ok) takeEvent({ kind: 'preferences', preferences: result.value });
    });
  }, [host]);
  useEffect(() => {
    const root = document.documentElement;
    root.dataset['theme'] = theme;
    root.dataset['textSize'] = textSize;
  }, [theme, textSize]);
}

/** The whole app on one host. */
export function App({ host }: { readonly host: Host }) {
  const session = useBrowserSession();
  return session.state === 'ended' ? <SessionEnded failure={session.failure} /> : <Connected host={host} />;
}

function Connected({ host }: { readonly host: Host }) {
  useEffect(() => host.subscribe(takeEvent, takeLink), [host]);
  useAppearance(host);
  return (
    // The words that React Aria says by itself follow the language of the app, not that of the browser.
    <I18nProvider locale="en">
      <HostContext value={host}>
        <Gate />
      </HostContext>
    </I18nProvider>
  );
}

/** The screens, or what stands in their place while the station is locked. Until that is known, nothing. */
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
