const NO_TEXT = ['button', 'checkbox', 'file', 'radio', 'range'].map((type) => `[type='${type}']`).join(', ');

/** Whether a key press on this element is text that a person types. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest(`input:not(${NO_TEXT}), textarea, select, [role="combobox"]`) !== null)
  );
}
