import { useEffect } from 'react';
import { Dialog } from '../components/dialog.tsx';
import { Icon } from '../components/icon.tsx';
import { IconButton } from '../components/input/button.tsx';
import { Switch } from '../components/input/choice.tsx';
import { isTyping } from '../components/input/is-typing.ts';
import { useHost } from '../state/host-context.ts';
import { useLive } from '../state/live.ts';
import { lockNow } from '../state/lock.ts';
import { undoLast } from '../state/notices.ts';
import { openHelp, openKeys, openOutbox, openPalette } from '../state/panels.ts';
import { goTo } from '../state/place.ts';
import { usePreferences } from '../state/queries/use-preferences.ts';
import { t } from '../strings/translate.ts';
import { navItems, useNavItems } from './nav.tsx';
import './shortcuts.css';

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
export const command = mac ? '⌘' : 'Ctrl';
const shift = mac ? '⇧' : 'Shift';

export function KeySheet({ onClose }: { onClose(): void }) {
  const { preferences, change } = usePreferences();
  const items = useNavItems();
  return (
    <Dialog
      title={t('shell.keys')}
      onClose={onClose}
      corner={<IconButton label={t('common.close')} onPress={onClose} sign={<Icon name="close" />} />}
    >
      <dl className="stack gap-1 key-sheet">
        <Key keys={['F1']}>{t('help.open')}</Key>
        <Key keys={[command, 'K']}>{t('keys.palette')}</Key>
        <Key keys={[command, 'Z']}>{t('keys.undo')}</Key>
        <Key keys={['F6']}>{t('keys.notices')}</Key>
        <Key keys={[command, shift, 'L']}>{t('keys.lock')}</Key>
        <Key keys={['Tab']}>{t('keys.tab')}</Key>
        <Key keys={['Esc']}>{t('keys.escape')}</Key>
      </dl>
      {preferences !== null && (
        <Switch
          isSelected={preferences.singleKeys}
          onChange={(on) => void change({ singleKeys: on })}
          hint={t('settings.singleKeys.hint')}
        >
          {t('settings.singleKeys')}
        </Switch>
      )}
      {preferences?.singleKeys !== false && (
        <dl className="stack gap-1 key-sheet">
          {items.map(({ label, place }, index) => (
            <Key key={place.screen} keys={[String(index + 1)]}>
              {t(label)}
            </Key>
          ))}
          <Key keys={['O']}>{t('shell.outbox')}</Key>
          <Key keys={['/']}>{t('keys.search')}</Key>
          <Key keys={['?']}>{t('shell.keys')}</Key>
        </dl>
      )}
      <h3>{t('keys.document')}</h3>
      <dl className="stack gap-1 key-sheet">
        <Key keys={[command, 'P']}>{t('document.print')}</Key>
        {preferences?.singleKeys !== false && (
          <>
            <Key keys={['←', '→']}>{t('keys.pages')}</Key>
            <Key keys={['+', '−']}>{t('keys.zoom')}</Key>
            <Key keys={['0']}>{t('document.fitWidth')}</Key>
            <Key keys={['9']}>{t('document.fitPage')}</Key>
            <Key keys={['R']}>{t('document.rotate')}</Key>
          </>
        )}
      </dl>
    </Dialog>
  );
}

const hasDialog = () => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;

function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>(
    'main input[type="search"], main [role="search"] input',
  );
  field?.focus();
  field?.select();
  return field !== null;
}

function singleKey(key: string): boolean {
  if (key === '?') openKeys();
  else if (key === '/') return focusSearch();
  else if (key === 'o') openOutbox();
  else {
    const items = navItems(useLive.getState().overview);
    const item = /^[1-9]$/.test(key) ? items[Number(key) - 1] : undefined;
    if (item === undefined) return false;
    goTo(item.place);
  }
  return true;
}

/** Handles the keyboard shortcuts of the window. A person can switch off the shortcuts that need no modifier key (WCAG 2.1.4). */
export function useShellKeys(): void {
  const host = useHost();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
        const key = event.key.toLowerCase();
        if (key === 'k') openPalette();
        // In a text field, the browser handles Ctrl+Z, which undoes typing. Elsewhere, the browser would change a text field out of sight.
        else if (key !== 'z' || isTyping(event.target)) return;
        else undoLast();
        event.preventDefault();
        return;
      }
      if ((event.ctrlKey || event.metaKey) && event.shiftKey && event.key.toLowerCase() === 'l') {
        event.preventDefault();
        void lockNow(host);
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'F1') {
        event.preventDefault();
        openHelp();
        return;
      }
      if (useLive.getState().preferences?.singleKeys === false || isTyping(event.target) || hasDialog())
        return;
      if (singleKey(event.key)) event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [host]);
}
