import { useEffect } from 'react';
import { useHost } from '../state/host-context.ts';
import { useLive } from '../state/live.ts';
import { lockNow } from '../state/lock.ts';
import { undoLast } from '../state/notices.ts';
import { openKeys, openOutbox, openPalette } from '../state/panels.ts';
import { goTo } from '../state/place.ts';
import { NAV_ITEMS } from './nav.tsx';

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select, [role="combobox"]') !== null)
  );
}

const hasDialog = () => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;

/** Focuses the search field of the screen; returns false if the screen has none. */
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
    const item = /^[1-9]$/.test(key) ? NAV_ITEMS[Number(key) - 1] : undefined;
    if (item === undefined) return false;
    goTo(item.place);
  }
  return true;
}

/**
 * Keyboard shortcuts of the window: Ctrl/Cmd+K and Ctrl/Cmd+Z always, single keys unless a person switched them off
 * (WCAG 2.1.4).
 */
export function useShellKeys(): void {
  const host = useHost();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
        const key = event.key.toLowerCase();
        if (key === 'k') openPalette();
        // In a text field the browser undoes typing.
        else if (key !== 'z' || isTyping(event.target) || !undoLast()) return;
        event.preventDefault();
        return;
      }
      if ((event.ctrlKey || event.metaKey) && event.shiftKey && event.key.toLowerCase() === 'l') {
        event.preventDefault();
        void lockNow(host);
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (useLive.getState().preferences?.singleKeys === false || isTyping(event.target) || hasDialog())
        return;
      if (singleKey(event.key)) event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [host]);
}
