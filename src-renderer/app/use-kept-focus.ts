import { useEffect } from 'react';

interface Kept {
  readonly element: HTMLElement;
  /** What it lay in, from the inside out. */
  readonly around: readonly HTMLElement[];
}

const isDisabled = (element: HTMLElement) => element.matches(':disabled');

function ancestors(element: HTMLElement): readonly HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let one = element.parentElement; one !== null; one = one.parentElement) found.push(one);
  return found;
}

/** Where to go on when what had the focus is gone: the dialog it lay in, else the screen. */
function nextPlace({ around }: Kept): HTMLElement | null {
  const left = around.find((one) => one.isConnected && one !== document.body && one.tagName !== 'HTML');
  return left?.closest<HTMLElement>('[role="dialog"]') ?? document.querySelector('main');
}

/**
 * Keeps whoever works by keyboard from being thrown to the top of the window: a button that is busy for a moment gets the
 * focus back, and when what had it leaves the page, the screen (or the dialog) takes it.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let kept: Kept | null = null;
    const onFocusIn = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      kept = { element: target, around: ancestors(target) };
    };
    // A click on nothing gives the focus up on purpose.
    const onPointerDown = () => {
      kept = null;
    };
    const look = () => {
      if (kept === null || document.activeElement !== document.body || !document.hasFocus()) return;
      const { element } = kept;
      if (!element.isConnected) nextPlace(kept)?.focus({ preventScroll: true });
      else if (!isDisabled(element)) element.focus({ preventScroll: true });
    };
    // After what a library does about it itself, such as going back to the button that opened a dialog.
    const observer = new MutationObserver(() => {
      if (kept !== null && document.activeElement === document.body)
        requestAnimationFrame(() => setTimeout(look));
    });
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    document.addEventListener('focusin', onFocusIn);
    document.addEventListener('pointerdown', onPointerDown, true);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', onFocusIn);
      document.removeEventListener('pointerdown', onPointerDown, true);
    };
  }, []);
}
