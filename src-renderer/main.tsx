import './zod-config.ts';
import './styles/tokens.css';
import './styles/base.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { chooseHost } from './host/choose-host.ts';
import { followAddress } from './state/place.ts';
import { setLocale } from './strings/translate.ts';

// React Aria adds a style element unless this id exists; the content security policy forbids such an element.
const style = document.createElement('meta');
style.id = 'react-aria-pressable-style';
document.head.append(style);

// The pseudo locale shows texts outside the catalogue and texts without room.
if (new URLSearchParams(window.location.search).get('locale') === 'pseudo') setLocale('pseudo');

const root = document.getElementById('root');
if (root !== null) {
  const host = await chooseHost();
  followAddress();
  createRoot(root).render(<App host={host} />);
}
