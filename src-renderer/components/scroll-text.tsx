import './scroll-text.css';

/** Text as it came, line by line, in a part that scrolls and can be reached by keyboard. */
export function ScrollText({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className="scroll-text" tabIndex={0} aria-label={label}>
      <pre>{text}</pre>
    </section>
  );
}
