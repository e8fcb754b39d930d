import './zod-config.ts';
import './styles/tokens.css';
import './styles/base.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { chooseHost } from './host/choose-host.ts';
import { followAddress } from './state/place.ts';

const root = document.getElementById('root');
if (root !== null) {
  const host = await chooseHost();
  followAddress();
  createRoot(root).render(<App host={host} />);
}
