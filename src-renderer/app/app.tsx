import { useEffect } from 'react';
import type { Host } from '../host/host.ts';
import { HostContext } from '../state/host-context.ts';
import { takeEvent, takeLink } from '../state/live.ts';
import { usePlace } from '../state/place.ts';
import { ScreenOf } from './screens.tsx';

/** The whole app on one host. */
export function App({ host }: { readonly host: Host }) {
  useEffect(() => host.subscribe(takeEvent, takeLink), [host]);
  const place = usePlace(({ place }) => place);
  return (
    <HostContext value={host}>
      <main>
        <ScreenOf place={place} />
      </main>
    </HostContext>
  );
}
