import { useEffect, useRef, useState } from 'react';
import { JsonView, ScrollText } from '../../components/json-view.tsx';
import type { Size } from '../../state/use-rem.ts';
import { clockText } from '../../strings/range-text.ts';
import { t } from '../../strings/translate.ts';
import { useFitted } from './fitted.ts';
import { PrintControl } from './print-control.tsx';
import { FLAT, ViewBar, type ViewTools } from './view-bar.tsx';

interface MediaProps {
  readonly blob: Blob;
  readonly type: string;
  readonly name: string;
}

interface ToolsProps {
  readonly tools: ViewTools;
}

export function ImageView({ blob, type, name, tools }: MediaProps & ToolsProps) {
  const url = useObjectUrl(blob, type);
  const frame = useRef<HTMLElement>(null);
  const [view, setView] = useState(FLAT);
  const [natural, setNatural] = useState<Size | null>(null);
  const [broken, setBroken] = useState(false);
  const { width, height, zoom } = useFitted(frame, natural, view);
  if (broken) return <p role="alert">{t('document.damaged')}</p>;
  const sideways = view.turn % 180 !== 0;
  return (
    <>
      <div className="spread">
        <ViewBar view={view} zoom={zoom} onView={setView} singleKeys={tools.singleKeys} />
        <PrintControl count={1} page={1} picture={async () => blob.slice(0, blob.size, type)} tools={tools} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a person must be able to scroll this part with the keyboard */}
      <section ref={frame} className="document-page" tabIndex={0} aria-label={name}>
        {url !== null && (
          <div className="document-turned" style={{ width, height }}>
            <img
              src={url}
              alt={name}
              className="document-image"
              style={{
                width: sideways ? height : width,
                transform: `translate(-50%, -50%) rotate(${view.turn}deg)`,
              }}
              onError={() => setBroken(true)}
              onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
                setNatural({ width: naturalWidth, height: naturalHeight })
              }
            />
          </div>
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

interface TextProps extends ToolsProps {
  readonly blob: Blob;
  readonly name: string;
}

export function TextDocument({ blob, name, tools }: TextProps) {
  const read = useText(blob);
  if (read === null) return null;
  return (
    <>
      <div className="spread">
        <PrintControl count={1} page={1} text={read.text} tools={tools} />
      </div>
      {read.cut && <p>{t('document.tooLong')}</p>}
      <ScrollText label={name} text={read.text} />
    </>
  );
}

export function JsonDocument({ blob, name, tools }: TextProps) {
  const read = useText(blob);
  if (read === null) return null;
  const parsed = read.cut ? null : parse(read.text);
  if (parsed === null) return <TextDocument blob={blob} name={name} tools={tools} />;
  return (
    <>
      <div className="spread">
        <PrintControl count={1} page={1} text={JSON.stringify(parsed.value, null, 2)} tools={tools} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a person must be able to scroll this part with the keyboard */}
      <section className="grow scrolls document-json" tabIndex={0} aria-label={name}>
        <JsonView value={parsed.value} />
      </section>
    </>
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
