import { Dialog } from '../components/dialog.tsx';
import { Switch } from '../components/input/choice.tsx';
import { usePreferences } from '../state/queries/use-preferences.ts';
import { t } from '../strings/translate.ts';
import { NAV_ITEMS } from './nav.tsx';
import './key-sheet.css';

function Key({ keys, children }: { readonly keys: readonly string[]; readonly children: string }) {
  return (
    <div className="key-sheet-row">
      <dt>
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

const mac = /mac/i.test(navigator.userAgent);
const command = mac ? '⌘' : 'Ctrl';
const shift = mac ? '⇧' : 'Shift';

/** Lists the keyboard shortcuts and switches single-key shortcuts on or off. */
export function KeySheet({ onClose }: { onClose(): void }) {
  const { preferences, change } = usePreferences();
  return (
    <Dialog title={t('keys.title')} onClose={onClose}>
      <dl className="stack gap-1 key-sheet">
        <Key keys={[command, 'K']}>{t('keys.palette')}</Key>
        <Key keys={[command, 'Z']}>{t('keys.undo')}</Key>
        <Key keys={[command, shift, 'L']}>{t('keys.lock')}</Key>
        <Key keys={['Tab']}>{t('keys.tab')}</Key>
        <Key keys={['Esc']}>{t('keys.escape')}</Key>
      </dl>
      {preferences !== null && (
        <Switch
          isSelected={preferences.singleKeys}
          onChange={(on) => void change({ singleKeys: on })}
          hint={t('keys.singleHint')}
        >
          {t('keys.single')}
        </Switch>
      )}
      {preferences?.singleKeys !== false && (
        <dl className="stack gap-1 key-sheet">
          {NAV_ITEMS.map(({ label, place }, index) => (
            <Key key={place.screen} keys={[String(index + 1)]}>
              {t(label)}
            </Key>
          ))}
          <Key keys={['O']}>{t('shell.outbox')}</Key>
          <Key keys={['/']}>{t('keys.search')}</Key>
          <Key keys={['?']}>{t('keys.title')}</Key>
        </dl>
      )}
    </Dialog>
  );
}
