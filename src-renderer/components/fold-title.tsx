import './fold-title.css';

/** The title of something folded away, with what is inside in a few words, so that nobody has to open it to know. */
export function FoldTitle({ title, note }: { readonly title: string; readonly note: string }) {
  return (
    <>
      {title} <span className="quiet fold-note">{note}</span>
    </>
  );
}
