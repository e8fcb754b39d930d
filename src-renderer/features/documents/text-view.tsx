import { useEffect, useState } from 'react';
import { JsonView, ScrollText } from '../../components/json-view.tsx';
import { t } from '../../strings/translate.ts';

const MOST = 500_000;

/** The text of a blob, cut if very long; null while the blob is read. */
function useText(blob: Blob): { readonly text: string; readonly cut: boolean } | null {
  const [read, setRead] = useState<{ text: string; cut: boolean } | null>(null);
  useEffect(() => {
    let wanted = true;
    const cut = blob.size > MOST;
    void (cut ? blob.slice(0, MOST) : blob).text().then((text) => wanted && setRead({ text, cut }));
    return () => {
      wanted = false;
      setRead(null);
    };
  }, [blob]);
  return read;
}

export function TextDocument({ blob, name }: { readonly blob: Blob; readonly name: string }) {
  const read = useText(blob);
  if (read === null) return null;
  return (
    <>
      {read.cut && <p>{t('document.tooLong')}</p>}
      <ScrollText label={name} text={read.text} />
    </>
  );
}

/** JSON as names and values; as plain text if it is invalid or too long. */
export function JsonDocument({ blob, name }: { readonly blob: Blob; readonly name: string }) {
  const read = useText(blob);
  if (read === null) return null;
  const parsed = read.cut ? null : parse(read.text);
  if (parsed === null) return <TextDocument blob={blob} name={name} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className="grow scrolls document-json" tabIndex={0} aria-label={name}>
      <JsonView value={parsed.value} />
    </section>
  );
}

function parse(text: string): { readonly value: unknown } | null {
  try {
    const value: unknown = JSON.parse(text);
    return { value };
  } catch {
    return null;
  }
}
