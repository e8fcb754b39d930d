import { getDocument, type PDFDocumentProxy, type PDFPageProxy } from 'unpdf/pdfjs';

export type PdfFile = PDFDocumentProxy;
export type PdfPage = PDFPageProxy;
export type PdfFault = 'damaged' | 'locked';
type Opened = { readonly ok: true; readonly pdf: PdfFile } | { readonly ok: false; readonly fault: PdfFault };
type Drawn =
  /** `missing` is true if pdf.js could not draw an image of the page. */
  | { readonly ok: true; readonly text: string; readonly missing: boolean }
  /** `fault` is null if the drawing was stopped before its end. */
  | { readonly ok: false; readonly fault: PdfFault | null };

/** The maximum length of each side of a canvas, in pixels, that every browser supports. */
const MOST_PIXELS = 8192;

/** The dots per inch of a page on paper. A point of a PDF is 1/72 inch. */
const PAPER_DPI = 200;

// The PDF is untrusted. The options and the content security policy prevent the PDF from running scripts and sending requests.
export async function openPdf(blob: Blob): Promise<Opened> {
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

/** The viewport of a page that is turned by `turn` degrees beyond its own rotation. The scale leaves each side within `MOST_PIXELS`. */
export function viewportOf(page: PdfPage, turn: number, scale = 1) {
  const rotation = (page.rotate + turn) % 360;
  const { width, height } = page.getViewport({ scale: 1, rotation });
  const most = MOST_PIXELS / Math.max(width, height);
  return page.getViewport({ scale: Math.min(scale, most), rotation });
}

/** Draws a page, `width` CSS pixels wide. `done` resolves to the text of the page, for screen readers, or to a fault. */
export function drawPage(
  page: PdfPage,
  canvas: HTMLCanvasElement,
  width: number,
  turn: number,
): { readonly done: Promise<Drawn>; stop(): void } {
  let stopped = false;
  let stop = () => {};
  const draw = async (): Promise<Drawn> => {
    try {
      const scale = (width * window.devicePixelRatio) / viewportOf(page, turn).width;
      const viewport = viewportOf(page, turn, scale);
      setSize(canvas, viewport);
      canvas.style.width = `${width}px`;
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

/** Returns a page as a picture for paper. */
export async function pictureOf(pdf: PdfFile, number: number): Promise<Blob> {
  const canvas = document.createElement('canvas');
  const page = await pdf.getPage(number);
  const viewport = viewportOf(page, 0, PAPER_DPI / 72);
  setSize(canvas, viewport);
  await page.render({ canvas, viewport, intent: 'print' }).promise;
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9));
  // A canvas without pixels gives its memory back at once.
  setSize(canvas, { width: 0, height: 0 });
  if (blob === null) throw new Error('the browser made no picture of the page');
  return blob;
}

function setSize(canvas: HTMLCanvasElement, { width, height }: { width: number; height: number }): void {
  canvas.width = Math.floor(width);
  canvas.height = Math.floor(height);
}

async function textOf(page: PdfPage): Promise<string> {
  const { items } = await page.getTextContent();
  return items.map((item) => ('str' in item ? item.str : '')).join(' ');
}

/** Whether pdf.js could not decode an image of the page. pdf.js reports no error in this case, and leaves the area of the image blank. */
function lacksPicture(page: PdfPage): boolean {
  for (const [id, data] of page.objs) {
    if (data === null && String(id).startsWith('img_')) return true;
  }
  return false;
}
