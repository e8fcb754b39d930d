import './zod-config.ts';
import './styles/tokens.css';
import './styles/base.css';
import { createRoot } from 'react-dom/client';
import { BRIDGE_NAME } from '../src-main/contract/bridge.ts';
import { App } from './app/app.tsx';
import { createBrowserHost } from './host/browser-host.ts';
import { createDesktopHost } from './host/desktop-host.ts';
import { followAddress } from './state/place.ts';
import { setLocale } from './strings/translate.ts';

// React Aria adds a style element unless an element with this id exists; the content security policy forbids such a style element.
const style = document.createElement('meta');
style.id = 'react-aria-pressable-style';
document.head.append(style);

// The pseudo locale makes texts outside the catalog, and texts that are cut off, visible.
if (new URLSearchParams(window.location.search).get('locale') === 'pseudo') setLocale('pseudo');

const root = document.getElementById('root');
if (root !== null) {
  // The preload script of the desktop program creates the bridge. Without a bridge, the page talks to the loopback server.
  const host = BRIDGE_NAME in window ? createDesktopHost() : await createBrowserHost();
  followAddress();
  createRoot(root).render(<App host={host} />);
}
