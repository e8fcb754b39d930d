import { useEffect } from 'react';

interface Kept {
  readonly element: HTMLElement;
  /** The ancestors of the element, innermost first. Stored, because a removed element has no ancestors. */
  readonly around: readonly HTMLElement[];
}

const isDisabled = (element: HTMLElement) => element.matches(':disabled');

function ancestors(element: HTMLElement): readonly HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let one = element.parentElement; one !== null; one = one.parentElement) found.push(one);
  return found;
}

/** The element that gets the focus when the focused element leaves the page: the surrounding dialog, or else the screen. */
function nextPlace({ around }: Kept): HTMLElement | null {
  const left = around.find((one) => one.isConnected && one !== document.body && one.tagName !== 'HTML');
  return left?.closest<HTMLElement>('[role="dialog"]') ?? document.querySelector('main');
}

/**
 * Returns the keyboard focus after the focused element left the page or was disabled for a moment. Without this hook, the focus would fall
 * to `body`.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let kept: Kept | null = null;
    const onFocusIn = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      kept = { element: target, around: ancestors(target) };
    };
    // After a click on an empty place, the focus belongs to nothing on purpose.
    const onPointerDown = () => {
      kept = null;
    };
    const look = () => {
      if (kept === null || document.activeElement !== document.body || !document.hasFocus()) return;
      const { element } = kept;
      if (!element.isConnected) nextPlace(kept)?.focus({ preventScroll: true });
      else if (!isDisabled(element)) element.focus({ preventScroll: true });
    };
    // The delay lets React Aria restore the focus first, for example to the button that opened a dialog.
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
