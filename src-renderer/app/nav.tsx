import { Icon } from '../components/icon.tsx';
import { useLive } from '../state/live.ts';
import { waitingCount } from '../state/needs.ts';
import { usePlace } from '../state/place.ts';
import { textOf } from '../state/place-text.ts';
import { t } from '../strings/translate.ts';
import { AddDocuments } from './add-documents.tsx';
import { NAV_ITEMS, type NavItem } from './nav-items.ts';
import { OutboxButton } from './outbox-button.tsx';
import './nav.css';

function Count({ item }: { readonly item: NavItem }) {
  const overview = useLive((live) => live.overview);
  if (overview === null) return null;
  const screen = item.place.screen;
  const count =
    screen === 'waiting' ? waitingCount(overview) : screen === 'folders' ? overview.folders_unreachable : 0;
  if (count === 0) return null;
  const words = t(screen === 'waiting' ? 'shell.waitingCount' : 'shell.foldersCount', { count });
  return (
    <span className={screen === 'waiting' ? 'nav-count' : 'nav-count nav-count-bad'} title={words}>
      <span aria-hidden="true">{count}</span>
      <span className="visually-hidden">{words}</span>
    </span>
  );
}

/** The way to every screen, to new documents and to the outbox. */
export function Nav() {
  const place = usePlace((where) => where.place);
  return (
    <nav className="nav" aria-label={t('shell.nav')}>
      <p className="row gap-2 nav-mark">
        <span className="nav-mark-sign" aria-hidden="true" />
        <span className="nav-mark-name">{t('common.appName')}</span>
      </p>
      <AddDocuments />
      <ul className="stack nav-list">
        {NAV_ITEMS.map((item) => (
          <li key={item.place.screen}>
            <a
              className="wrap nav-item"
              href={textOf(item.place)}
              aria-current={item.under.includes(place.screen) ? 'page' : undefined}
            >
              <Icon name={item.icon} />
              <span className="nav-label">{t(item.label)}</span>
              <Count item={item} />
            </a>
          </li>
        ))}
      </ul>
      <OutboxButton />
    </nav>
  );
}
