import { useEffect, useState } from 'react';
import { clockText } from '../../strings/range-text.ts';
import { t } from '../../strings/translate.ts';
import { ZoomBar, type Zoomed } from './zoom-bar.tsx';

interface MediaProps {
  readonly blob: Blob;
  readonly type: string;
  readonly name: string;
}

/** An image with zoom. */
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
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

/** A recording; the player starts at second `from`. */
export function AudioView({ blob, type, name, from }: MediaProps & { readonly from: number }) {
  const url = useObjectUrl(blob, type);
  const [broken, setBroken] = useState(false);
  if (broken) return <p role="alert">{t('document.damaged')}</p>;
  return (
    <>
      {from > 0 && <p>{t('document.audioFrom', { time: clockText(from) })}</p>}
      {url !== null && (
        // biome-ignore lint/a11y/useMediaCaption: the recordings have no captions; the transcript is among the records
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

/** An object URL of a blob, revoked when the component no longer shows the blob. */
export function useObjectUrl(blob: Blob, type: string): string | null {
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
