import './zod-config.ts';
import './styles/tokens.css';
import './styles/base.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { chooseHost } from './host/choose-host.ts';
import { followAddress } from './state/place.ts';
import { setLocale } from './strings/translate.ts';

// React-aria puts a style element with this id into the page unless one is there; the content security policy forbids it.
const style = document.createElement('meta');
style.id = 'react-aria-pressable-style';
document.head.append(style);

// To see by eye, and in a test, whether a text is not in the catalogue or has no room.
if (new URLSearchParams(window.location.search).get('locale') === 'pseudo') setLocale('pseudo');

const root = document.getElementById('root');
if (root !== null) {
  const host = await chooseHost();
  followAddress();
  createRoot(root).render(<App host={host} />);
}
