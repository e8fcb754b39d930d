/** Gives the keyboard a place again when what it stood on is gone: the screen itself, once a dialog has left. */
export function rescueFocus(): void {
  setTimeout(() => {
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (lost) document.querySelector('main')?.focus();
  }, 400);
}
