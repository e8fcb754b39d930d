import './zod-config.ts';
import './styles/tokens.css';
import './styles/base.css';
import { createRoot } from 'react-dom/client';
import { BRIDGE_NAME } from '../src-main/contract/bridge.ts';
import { App } from './app/app.tsx';
import { createBrowserHost } from './host/browser-host.ts';
import { openSession } from './host/browser-session.ts';
import { createDesktopHost } from './host/desktop-host.ts';
import type { Host } from './host/host.ts';
import { followLanguage } from './state/language.ts';
import { followAddress } from './state/place.ts';
import { setLocale } from './strings/translate.ts';

// Without an element with this id, React Aria adds a style element. The content security policy forbids style elements.
const style = document.createElement('meta');
style.id = 'react-aria-pressable-style';
document.head.append(style);

// With the pseudo locale, a person sees which texts are missing from the catalog and which texts are cut off.
if (new URLSearchParams(window.location.search).get('locale') === 'pseudo') setLocale('pseudo');
else followLanguage();

const root = document.getElementById('root');
if (root !== null) {
  // The preload script of the desktop program creates the bridge. Without a bridge, the page runs in a browser and uses a WebSocket.
  const host = BRIDGE_NAME in window ? createDesktopHost() : await browserHost();
  followAddress();
  createRoot(root).render(<App host={host} />);
}

async function browserHost(): Promise<Host | null> {
  const connection = await openSession();
  return connection === null ? null : createBrowserHost(connection);
}
