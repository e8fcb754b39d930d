import { useEffect, useRef, useState } from 'react';
import { getDocument, type PDFDocumentProxy, type PDFPageProxy } from 'unpdf/pdfjs';
import { Button } from '../../components/input/button.tsx';
import { Loading } from '../../components/progress.tsx';
import { useRem, useWidth } from '../../state/use-rem.ts';
import { t } from '../../strings/translate.ts';
import { ZoomBar, type Zoomed } from './zoom-bar.tsx';

/** The maximum width of a page in rem at a zoom of 100%. */
const WIDEST_REM = 56;

interface PdfViewProps {
  readonly blob: Blob;
  readonly name: string;
  readonly page: number;
  onPage(page: number): void;
}

export function PdfView({ blob, name, page: asked, onPage }: PdfViewProps) {
  const [pdf, setPdf] = useState<PdfFile | null>(null);
  const [fault, setFault] = useState<PdfFault | null>(null);
  const [zoom, setZoom] = useState<Zoomed>(1);

  useEffect(() => {
    const opening = openPdf(blob);
    let wanted = true;
    void opening.then((opened) => {
      if (!wanted) return;
      if (!opened.ok) return setFault(opened.fault);
      setPdf(opened.pdf);
    });
    return () => {
      wanted = false;
      setPdf(null);
      void opening.then((opened) => (opened.ok ? opened.pdf.loadingTask.destroy() : undefined));
    };
  }, [blob]);

  if (fault !== null) return <p role="alert">{t(`document.${fault}`)}</p>;
  if (pdf === null) return <Loading label={t('document.loading')} />;
  const page = Math.max(1, Math.min(Math.round(asked), pdf.numPages));
  return (
    <>
      <div className="spread">
        <span className="middle gap-2 document-tools">
          <Button size="small" isDisabled={page <= 1} onPress={() => onPage(page - 1)}>
            {t('document.previous')}
          </Button>
          <span className="numbers" role="status">
            {t('document.page', { page, count: pdf.numPages })}
          </span>
          <Button size="small" isDisabled={page >= pdf.numPages} onPress={() => onPage(page + 1)}>
            {t('document.next')}
          </Button>
        </span>
        <ZoomBar zoom={zoom} onZoom={setZoom} />
      </div>
      <PdfPage pdf={pdf} page={page} zoom={zoom} name={name} onFault={setFault} />
    </>
  );
}

interface PdfPageProps {
  readonly pdf: PdfFile;
  readonly page: number;
  readonly zoom: Zoomed;
  readonly name: string;
  onFault(fault: PdfFault): void;
}

function PdfPage({ pdf, page, zoom, name, onFault }: PdfPageProps) {
  const frame = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = useWidth(frame, 0);
  const [text, setText] = useState('');
  const [missing, setMissing] = useState(false);
  const rem = useRem();

  useEffect(() => {
    const element = canvas.current;
    if (element === null || width === 0) return;
    const drawing = drawPage(pdf, page, element, Math.min(width, WIDEST_REM * rem) * zoom);
    void drawing.done.then((drawn) => {
      if (drawn.ok) {
        setText(drawn.text);
        setMissing(drawn.missing);
      } else if (drawn.fault !== null) onFault(drawn.fault);
    });
    return drawing.stop;
  }, [pdf, page, zoom, width, rem, onFault]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: when `page` changes, the view scrolls to the top
  useEffect(() => {
    void frame.current?.scrollTo(0, 0);
  }, [page]);

  return (
    <>
      {missing && (
        <p role="alert" className="document-missing">
          {t('document.missingPicture')}
        </p>
      )}
      <section
        ref={frame}
        className="document-page"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a person must be able to scroll this part with the keyboard
        tabIndex={0}
        aria-label={t('document.pageOf', { page, name })}
      >
        <canvas ref={canvas} className="document-canvas" />
        <p className="visually-hidden">{text}</p>
      </section>
    </>
  );
}

type PdfFile = PDFDocumentProxy;
type PdfFault = 'damaged' | 'locked';
type Opened = { readonly ok: true; readonly pdf: PdfFile } | { readonly ok: false; readonly fault: PdfFault };
type Drawn =
  /** `missing` is true if pdf.js could not draw an image of the page. */
  | { readonly ok: true; readonly text: string; readonly missing: boolean }
  /** `fault` is null if the drawing was stopped before its end. */
  | { readonly ok: false; readonly fault: PdfFault | null };

/** The maximum length of each side of a canvas, in pixels, that every browser supports. */
const MOST_PIXELS = 8192;

// The PDF is untrusted. The options and the content security policy prevent the PDF from running scripts and sending requests.
async function openPdf(blob: Blob): Promise<Opened> {
  try {
    const pdf = await getDocument({
      data: new Uint8Array(await blob.arrayBuffer()),
      isEvalSupported: false,
      useWasm: false,
      useWorkerFetch: false,
      enableXfa: false,
      stopAtErrors: false,
      verbosity: 0,
    }).promise;
    return { ok: true, pdf };
  } catch (error) {
    const locked = error instanceof Error && error.name === 'PasswordException';
    return { ok: false, fault: locked ? 'locked' : 'damaged' };
  }
}

// Draws a page, `width` CSS pixels wide. `done` resolves to the text of the page, for screen readers, or to a fault.
function drawPage(
  pdf: PdfFile,
  number: number,
  canvas: HTMLCanvasElement,
  width: number,
): { readonly done: Promise<Drawn>; stop(): void } {
  let stopped = false;
  let stop = () => {};
  const draw = async (): Promise<Drawn> => {
    try {
      const page = await pdf.getPage(number);
      if (stopped) return { ok: false, fault: null };
      const natural = page.getViewport({ scale: 1 });
      const longest = Math.max(natural.width, natural.height);
      const scale = (width * window.devicePixelRatio) / natural.width;
      const viewport = page.getViewport({ scale: Math.min(scale, MOST_PIXELS / longest) });
      canvas.width = Math.max(1, Math.floor(viewport.width));
      canvas.height = Math.max(1, Math.floor(viewport.height));
      canvas.style.width = `${Math.floor(width)}px`;
      const task = page.render({ canvas, viewport });
      stop = () => task.cancel();
      await task.promise;
      return { ok: true, text: await textOf(page), missing: lacksPicture(page) };
    } catch {
      return { ok: false, fault: stopped ? null : 'damaged' };
    }
  };
  return {
    done: draw(),
    stop: () => {
      stopped = true;
      stop();
    },
  };
}

async function textOf(page: PDFPageProxy): Promise<string> {
  const { items } = await page.getTextContent();
  return items.map((item) => ('str' in item ? item.str : '')).join(' ');
}

/** Whether pdf.js could not decode an image of the page. pdf.js reports no error in this case, and leaves the area of the image blank. */
function lacksPicture(page: PDFPageProxy): boolean {
  for (const [id, data] of page.objs) {
    if (data === null && String(id).startsWith('img_')) return true;
  }
  return false;
}
