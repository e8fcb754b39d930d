import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { Icon } from '../components/icon.tsx';
import { Button, IconButton } from '../components/input/button.tsx';
import { LockWarning } from '../features/lock/lock-screen.tsx';
import { dismiss, isOpen, type Notice, passTime, undoNotice, useNotices } from '../state/notices.ts';
import { t } from '../strings/translate.ts';
import { command } from './shortcuts.tsx';
import './notice-bar.css';

const undoText = () => `${t('common.undo')} (${command}+Z)`;

/** Returns the text of a notice. After the time for the undo, the text says what is true then. */
const textOf = ({ undo, text }: Notice, now: number) =>
  undo === null || isOpen(undo, now) ? text : undo.late;

interface NoticeRowProps {
  readonly notice: Notice;
  readonly now: number;
  onGone(): void;
}

function NoticeRow({ notice, now, onGone }: NoticeRowProps) {
  const { id, undo, tone } = notice;
  const isLate = !isOpen(undo, now);
  // The notice may appear under the pointer. The second click of a double click must not undo the act of the first click.
  const isDoubleClick = useRef(false);
  const row = useRef<HTMLLIElement>(null);
  const gone = useRef(onGone);
  gone.current = onGone;
  // The cleanup of a layout effect runs before the row leaves the page, so the cleanup can check whether the row has the focus.
  useLayoutEffect(() => {
    const element = row.current;
    return () => {
      if (element?.contains(document.activeElement)) gone.current();
    };
  }, []);
  return (
    <li
      ref={row}
      className={`row gap-3 card notice notice-${tone}`}
      onMouseDownCapture={(event) => {
        isDoubleClick.current = event.detail > 1;
      }}
    >
      <Icon name={tone === 'failure' ? 'warning' : 'check'} />
      <p className="min-0 break grow scrolls notice-text">{textOf(notice, now)}</p>
      {undo !== null && (
        // The attribute `disabled` would take the focus from the button, so a late press of a key would act elsewhere.
        <Button
          size="small"
          aria-disabled={isLate}
          aria-keyshortcuts={`${command === 'Ctrl' ? 'Control' : 'Meta'}+Z`}
          onPress={({ pointerType }) => {
            if (!isLate && (pointerType !== 'mouse' || !isDoubleClick.current)) undoNotice(notice);
          }}
        >
          <span>{undoText()}</span>{' '}
          <span className="soft numbers">
            {t('shell.undoIn', { seconds: Math.max(0, Math.ceil((undo.until - now) / 1000)) })}
          </span>
        </Button>
      )}
      <IconButton label={t('common.dismiss')} onPress={() => dismiss(id)} sign={<Icon name="close" />} />
    </li>
  );
}

/** Shows notices about finished and failed actions, the newest first. Screen readers read each notice aloud. */
export function Notices() {
  const { notices, now } = useNotices();
  const newest = notices.at(-1);
  const isPassing = notices.some(({ end }) => Number.isFinite(end));
  useEffect(() => {
    if (!isPassing) return;
    const timer = setInterval(passTime, 250);
    return () => clearInterval(timer);
  }, [isPassing]);
  const before = useRef<HTMLElement | null>(null);
  const remember = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (!(relatedTarget instanceof HTMLElement) || currentTarget.contains(relatedTarget)) return;
    before.current = relatedTarget;
  };
  const goBack = () => {
    const place = before.current?.isConnected ? before.current : document.querySelector('main');
    if (place instanceof HTMLElement) place.focus({ preventScroll: true });
  };
  const section = useReservedRoom();
  useNoticesKey(section, goBack);
  return (
    // React Aria hides everything outside an open dialog from screen readers, except elements with `data-react-aria-top-layer`.
    <section
      ref={section}
      className="notices"
      aria-label={t('shell.notices')}
      data-react-aria-top-layer="true"
      onFocus={remember}
    >
      <LockWarning />
      <p className="visually-hidden" aria-live="polite">
        {newest?.tone === 'done' && <span key={newest.id}>{textOf(newest, now)}</span>}
        {newest !== undefined && isOpen(newest.undo, now) && ` ${undoText()}`}
      </p>
      <p className="visually-hidden" aria-live="assertive">
        {newest?.tone === 'failure' ? newest.text : ''}
      </p>
      <ul className="wrap gap-2 scrolls notices-list">
        {notices.toReversed().map((notice) => (
          <NoticeRow key={notice.id} notice={notice} now={now} onGone={goBack} />
        ))}
      </ul>
    </section>
  );
}

// The key F6 moves the focus to the newest notice, and from the notices back to where the focus was before.
function useNoticesKey(section: RefObject<HTMLElement | null>, goBack: () => void): void {
  const back = useRef(goBack);
  back.current = goBack;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const newest = section.current?.querySelector<HTMLElement>(
        '.notice button:not([aria-disabled="true"])',
      );
      if (event.key !== 'F6' || event.defaultPrevented || newest == null) return;
      event.preventDefault();
      if (section.current?.contains(document.activeElement)) back.current();
      else newest.focus();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [section]);
}

// Returns a ref for the part of the window with the notices. A dialog ends above this part (dialog.css).
function useReservedRoom(): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    const { current } = element;
    if (current === null) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      const { top, height } = current.getBoundingClientRect();
      style.setProperty('--notices-room', `${height === 0 ? 0 : window.innerHeight - top}px`);
    });
    observer.observe(current);
    return () => {
      observer.disconnect();
      style.removeProperty('--notices-room');
    };
  }, []);
  return element;
}
