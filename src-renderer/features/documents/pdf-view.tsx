import { type RefObject, useEffect, useRef, useState } from 'react';
import { IconButton } from '../../components/input/button.tsx';
import { Loading } from '../../components/progress.tsx';
import { t } from '../../strings/translate.ts';
import { useFitted } from './fitted.ts';
import { GoToPage } from './go-to-page.tsx';
import {
  drawPage,
  openPdf,
  type PdfFault,
  type PdfFile,
  type PdfPage,
  pictureOf,
  viewportOf,
} from './pdf-file.ts';
import { PrintControl } from './print-control.tsx';
import { FLAT, useDocumentKeys, ViewBar, type ViewTools } from './view-bar.tsx';

interface PdfViewProps {
  readonly blob: Blob;
  readonly name: string;
  readonly page: number;
  readonly tools: ViewTools;
  onPage(page: number): void;
}

export function PdfView({ blob, page: asked, ...props }: PdfViewProps) {
  const [pdf, setPdf] = useState<PdfFile | null>(null);
  const [fault, setFault] = useState<PdfFault | null>(null);

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
  return <PdfPages {...props} pdf={pdf} page={page} onFault={setFault} />;
}

interface PdfPagesProps extends Omit<PdfViewProps, 'blob'> {
  readonly pdf: PdfFile;
  onFault(fault: PdfFault): void;
}

function PdfPages({ pdf, page, name, tools, onPage, onFault }: PdfPagesProps) {
  const frame = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [view, setView] = useState(FLAT);
  const shown = usePage(pdf, page, onFault);
  const { width, zoom } = useFitted(frame, shown === null ? null : viewportOf(shown, 0), view);
  const { text, missing } = useDrawing(shown, canvas, width, view.turn, onFault);
  const count = pdf.numPages;
  const before = () => page > 1 && onPage(page - 1);
  const after = () => page < count && onPage(page + 1);
  // If the page is wider than its frame, the arrow keys scroll the page instead of showing another page.
  useDocumentKeys(tools.singleKeys && zoom <= 1, { ArrowLeft: before, ArrowRight: after });

  // biome-ignore lint/correctness/useExhaustiveDependencies: when `page` changes, the view scrolls to the top
  useEffect(() => {
    void frame.current?.scrollTo(0, 0);
  }, [page]);

  return (
    <>
      <div className="spread">
        <span className="middle gap-2 document-tools">
          <IconButton label={t('document.previous')} isDisabled={page <= 1} onPress={before} sign="‹" />
          <span className="numbers" role="status">
            {t('document.page', { page, count })}
          </span>
          <IconButton label={t('document.next')} isDisabled={page >= count} onPress={after} sign="›" />
          {count > 1 && <GoToPage count={count} onPage={onPage} />}
        </span>
        <ViewBar view={view} zoom={zoom} onView={setView} singleKeys={tools.singleKeys} />
        <PrintControl count={count} page={page} picture={(one) => pictureOf(pdf, one)} tools={tools} />
      </div>
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

/**
 * Returns the page with the number `number`. While this page loads, returns the page that was shown before; null before the first page has
 * loaded.
 */
function usePage(pdf: PdfFile, number: number, onFault: (fault: PdfFault) => void): PdfPage | null {
  const [page, setPage] = useState<PdfPage | null>(null);
  useEffect(() => {
    let wanted = true;
    pdf.getPage(number).then(
      (read) => wanted && setPage(read),
      () => wanted && onFault('damaged'),
    );
    return () => {
      wanted = false;
    };
  }, [pdf, number, onFault]);
  return page;
}

const NOTHING = { text: '', missing: false };

function useDrawing(
  page: PdfPage | null,
  canvas: RefObject<HTMLCanvasElement | null>,
  width: number,
  turn: number,
  onFault: (fault: PdfFault) => void,
) {
  const [drawn, setDrawn] = useState(NOTHING);
  useEffect(() => {
    const element = canvas.current;
    if (page === null || element === null || width === 0) return;
    const drawing = drawPage(page, element, width, turn);
    void drawing.done.then((done) => {
      if (done.ok) setDrawn(done);
      else if (done.fault !== null) onFault(done.fault);
    });
    return drawing.stop;
  }, [page, canvas, width, turn, onFault]);
  return drawn;
}
