import { useEffect, useState } from 'react';
import { JsonView, ScrollText } from '../../components/json-view.tsx';
import { clockText } from '../../strings/range-text.ts';
import { t } from '../../strings/translate.ts';
import { ZoomBar, type Zoomed } from './zoom-bar.tsx';

interface MediaProps {
  readonly blob: Blob;
  readonly type: string;
  readonly name: string;
}

export function ImageView({ blob, type, name }: MediaProps) {
  const url = useObjectUrl(blob, type);
  const [zoom, setZoom] = useState<Zoomed>(1);
  const [broken, setBroken] = useState(false);
  if (broken) return <p role="alert">{t('document.damaged')}</p>;
  return (
    <>
      <div className="spread">
        <ZoomBar zoom={zoom} onZoom={setZoom} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a person must be able to scroll this part with the keyboard */}
      <section className="document-page" tabIndex={0} aria-label={name}>
        {url !== null && (
          <img
            src={url}
            alt={name}
            className="document-image"
            style={{ width: `${zoom * 100}%` }}
            onError={() => setBroken(true)}
          />
        )}
      </section>
    </>
  );
}

export function AudioView({ blob, type, name, from }: MediaProps & { readonly from: number }) {
  const url = useObjectUrl(blob, type);
  const [broken, setBroken] = useState(false);
  if (broken) return <p role="alert">{t('document.damaged')}</p>;
  return (
    <>
      {from > 0 && <p>{t('document.audioFrom', { time: clockText(from) })}</p>}
      {url !== null && (
        // biome-ignore lint/a11y/useMediaCaption: recordings have no captions; the transcript of a recording is in its medical records
        <audio
          controls
          src={url}
          aria-label={t('document.audio', { name })}
          onError={() => setBroken(true)}
          onLoadedMetadata={(event) => {
            event.currentTarget.currentTime = from;
          }}
        />
      )}
    </>
  );
}

/** Returns an object URL for a blob; null until the URL exists. The URL is revoked when the blob changes or the component is unmounted. */
function useObjectUrl(blob: Blob, type: string): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(blob.type === type ? blob : blob.slice(0, blob.size, type));
    setUrl(made);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(made);
    };
  }, [blob, type]);
  return url;
}

const MOST = 500_000;

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

export function JsonDocument({ blob, name }: { readonly blob: Blob; readonly name: string }) {
  const read = useText(blob);
  if (read === null) return null;
  const parsed = read.cut ? null : parse(read.text);
  if (parsed === null) return <TextDocument blob={blob} name={name} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a person must be able to scroll this part with the keyboard
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
