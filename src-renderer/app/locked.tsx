import { useCallback, useEffect, useState } from 'react';
import { LockScreen } from '../features/lock/lock-screen.tsx';
import { useLive } from '../state/live.ts';
import { useUploads } from '../state/uploads.ts';
import { connectionText } from './connection-text.ts';
import { forgetEverything } from './forget-everything.ts';

/**
 * The locked window. What it showed before is forgotten at once, and the page is then loaded anew, so that nothing of it stays
 * in its memory either; but not while files of the person are still on their way out of this page, or a PIN is being typed.
 */
export function Locked({ showedBefore }: { readonly showedBefore: boolean }) {
  const overview = useLive((live) => live.overview);
  const up = useLive((live) => live.up);
  const sending = useUploads(({ uploads }) => Object.values(uploads).some(({ failure }) => failure === null));
  const [typing, setTyping] = useState(false);
  const onPin = useCallback((pin: string) => setTyping(pin !== ''), []);
  useEffect(forgetEverything, []);
  useEffect(() => {
    // Where the engine is not heard, somebody else may listen by now.
    if (showedBefore && up && !sending && !typing) window.location.reload();
  }, [showedBefore, up, sending, typing]);
  return <LockScreen connection={connectionText(overview, up).text} onPin={onPin} />;
}
